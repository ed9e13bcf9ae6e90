/**
 * Preloaded into firebase-tools when our host runs the functions. The Storage emulator tells of uploads only when
 * a Functions emulator stands in firebase-tools' own registry, and it knows no option for one started by somebody else:
 * this puts the host there. Versions are pinned; e2e/conservation/storageTrigger.test.ts fails without this entry.
 */
const [host, port] = (process.env.FUNCTIONS_ELSEWHERE ?? '').split(':');

if (port && process.argv[1]?.endsWith('firebase.js')) {
  const { EmulatorRegistry } = require('firebase-tools/lib/emulator/registry');
  const nothing = async () => undefined;
  EmulatorRegistry.set('functions', {
    getName: () => 'functions',
    getInfo: () => ({ name: 'functions', host, port: Number(port) }),
    start: nothing,
    connect: nothing,
    stop: nothing,
  });
}
