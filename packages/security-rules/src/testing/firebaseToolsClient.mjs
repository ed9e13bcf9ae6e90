/**
 * Drives the built runtime with the class that the Storage emulator uses. Prints the results as JSON. A separate
 * process, because firebase-tools reads the environment and PATH when it is loaded. Arguments: the runtime's file, the
 * rules.
 */
import { createRequire } from 'node:module';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

const [runtimeFile, rules] = process.argv.slice(2);
process.env.STORAGE_EMULATOR_BINARY_PATH = runtimeFile;
process.env.PATH = `${fileURLToPath(new URL('../../../local-suite/src/firebaseTools', import.meta.url))}${delimiter}${process.env.PATH}`;

const require = createRequire(import.meta.url);
const { StorageRulesRuntime } = require('firebase-tools/lib/emulator/storage/rules/runtime.js');
const { EmulatorRegistry } = require('firebase-tools/lib/emulator/registry.js');

/** The part of the Firestore emulator's REST API that the Storage emulator uses. */
EmulatorRegistry.client = () => ({
  async get(name) {
    if (!name.endsWith('/users/rich')) throw new Error('404');
    return { body: { name, fields: { credits: { integerValue: '2' } } } };
  },
});

const token = (uid) =>
  ['{"alg":"none"}', JSON.stringify({ user_id: uid, sub: uid }), '']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

const runtime = new StorageRulesRuntime();
await runtime.start(false);
const load = (content) => runtime.loadRuleset({ files: [{ name: 'storage.rules', content }] });
const broken = await load('service firebase.storage {\n  oops\n}');
const { ruleset } = await load(rules);
const create = async (uid) => {
  const answer = await ruleset.verify({
    method: 'create',
    path: `/b/B/o/users/${uid}/a.jpg`,
    file: { after: { name: `users/${uid}/a.jpg`, bucket: 'B', size: 3, timeCreated: new Date() } },
    projectId: 'demo',
    token: token(uid),
  });
  return answer.permitted;
};
const permitted = await Promise.all([create('rich'), create('poor'), create('rich')]);
await runtime.stop();
process.stdout.write(
  JSON.stringify({ broken: broken.issues.errors.map(JSON.parse), version: ruleset.rulesVersion, permitted }),
);
process.exit(0);
