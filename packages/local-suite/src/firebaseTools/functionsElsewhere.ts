import { createRequire } from 'node:module';

interface Registry {
  EmulatorRegistry: { set(name: string, instance: object): void; start(instance: object): Promise<void> };
}
interface Tasks {
  TasksEmulator: new (address: { host: string; port: number }) => object;
}

function parse(address: string): { host: string; port: number } {
  const [host = '', port] = address.split(':');
  return { host, port: Number(port) };
}

/**
 * Tells firebase-tools that a Functions emulator runs at `functions` ("host:port"), and starts the Tasks emulator at
 * `tasks`; does nothing without the first.
 *
 * Replaces: an entry in firebase-tools' private registry of the emulators it has started itself, and its own start of
 * the Tasks emulator.
 * Why: our host runs the functions (without `--functions emulator`), and Storage tells of uploads and Firestore of
 * documents only when that registry holds a Functions emulator; Tasks is started only beside firebase-tools' own. It has
 * no option for one that something else started.
 */
export function functionsElsewhere(functions: string | undefined, tasks: string | undefined): void {
  if (!functions) return;
  const load = createRequire(__filename);
  const { EmulatorRegistry } = load('firebase-tools/lib/emulator/registry') as Registry;
  const nothing = async () => undefined;
  EmulatorRegistry.set('functions', {
    getName: () => 'functions',
    getInfo: () => ({ name: 'functions', ...parse(functions) }),
    start: nothing,
    connect: nothing,
    stop: nothing,
  });
  if (!tasks) return;
  const { TasksEmulator } = load('firebase-tools/lib/emulator/tasksEmulator') as Tasks;
  void EmulatorRegistry.start(new TasksEmulator(parse(tasks)));
}
