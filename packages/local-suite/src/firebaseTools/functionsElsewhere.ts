import { createRequire } from 'node:module';

interface Registry {
  EmulatorRegistry: { set(name: string, instance: object): void };
}

/**
 * Tells firebase-tools that a Functions emulator runs at `address` ("host:port"); does nothing without one.
 *
 * Replaces: an entry in firebase-tools' private registry of the emulators it has started itself.
 * Why: with `--functions host` our host runs the functions, and Storage tells of uploads and Firestore of documents only
 * when that registry holds a Functions emulator. firebase-tools has no option for one that something else started.
 */
export function functionsElsewhere(address: string | undefined): void {
  const [host, port] = (address ?? '').split(':');
  if (!port) return;
  const { EmulatorRegistry } = createRequire(__filename)('firebase-tools/lib/emulator/registry') as Registry;
  const nothing = async () => undefined;
  EmulatorRegistry.set('functions', {
    getName: () => 'functions',
    getInfo: () => ({ name: 'functions', host, port: Number(port) }),
    start: nothing,
    connect: nothing,
    stop: nothing,
  });
}
