import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { emulatorEnvironment, preloadOptions, temporaryFolderEnvironment } from './emulatorFiles';
import { firebaseToolsEnvironment } from './environment';
import { RUNTIME_ENDED } from './reportRuntimes';

/** Everything here is asked of firebase-tools' own modules, so that a new version which works differently fails. */
const PACKAGE = join(__dirname, '../..');
const TOOLS = join(dirname(createRequire(join(PACKAGE, 'package.json')).resolve('firebase-tools/package.json')), 'lib');
const PRELOAD = join(PACKAGE, 'dist/preload.cjs');

/** Stands in for `lib/bin/firebase.js`, after whose name the preloads look. */
const PROBE = `
const TOOLS = ${JSON.stringify(TOOLS)};
const tools = (path) => require(TOOLS + '/' + path);
const { checkJavaMajorVersion } = tools('emulator/commandUtils');
const { _getCommand, getDownloadDetails, requiresJava } = tools('emulator/downloadableEmulators');
const { EmulatorRegistry } = tools('emulator/registry');
const { ExpressBasedEmulator } = tools('emulator/ExpressBasedEmulator');
const { StorageEmulator } = tools('emulator/storage');
const { StorageCloudFunctions } = tools('emulator/storage/cloudFunctions');
const { TaskQueueController } = tools('emulator/tasksEmulator');
const { UploadService } = tools('emulator/storage/upload');

/** Bytes that are stored of an upload, to which these are sent, each with the place that it is for. */
async function stored(chunks) {
  const bytes = [];
  const service = new UploadService({
    deleteFile() {},
    appendBytes: (_, more) => bytes.push(more),
  });
  const { id } = service.startResumableUpload({ bucketId: 'b', objectId: 'o' });
  for (const [offset, text] of chunks) {
    const body = await tools('emulator/shared/request').reqBodyToBuffer({
      headers: { 'x-goog-upload-offset': String(offset) }, body: Buffer.from(text),
    });
    try { service.continueResumableUpload(id, body); } catch (error) { bytes.push(Buffer.from('refused ')); }
  }
  return Buffer.concat(bytes).toString();
}

/** How many schemas are compiled before a request comes, and what becomes of a right and of a wrong one. */
async function signUps() {
  const from = (name, file) => require('node:module').createRequire(require.resolve(name, { paths: [file ?? TOOLS] }));
  const { Ajv } = from('exegesis', require.resolve('exegesis-express', { paths: [TOOLS] }))('ajv');
  const { compile } = Ajv.prototype;
  let compiled = 0;
  Ajv.prototype.compile = function (...args) { compiled += 1; return compile.apply(this, args); };
  const server = (await tools('emulator/auth/server').createApp('demo-x')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const before = compiled;
  const url = 'http://127.0.0.1:' + server.address().port + '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x';
  const signUp = async (body) => (await fetch(url, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
  })).status;
  const statuses = [await signUp({ returnSecureToken: true }), await signUp({ email: { first: 'Anna' } })];
  return { before, after: compiled > before, statuses };
}

class Probe extends ExpressBasedEmulator {
  getName() { return 'hub'; }
}

async function main() {
  const listen = [{ address: '127.0.0.1', family: 'IPv4', port: Number(process.argv[2]) }];
  const server = new Probe({ listen });
  await server.start();
  const response = await fetch('http://127.0.0.1:' + process.argv[2] + '/');
  const [tasks, name] = [process.env.CLOUD_TASKS_EMULATOR_HOST, '/projects/p/locations/l/queues/q'];
  const post = (path, body) => fetch('http://' + tasks + path, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
  });
  let ran;
  const dispatched = new Promise((resolve) => { ran = resolve; });
  const worker = require('node:http').createServer((_, reply) => { reply.end(); ran(); });
  await new Promise((resolve) => worker.listen(0, '127.0.0.1', resolve));
  await post(name, { defaultUri: 'http://127.0.0.1:' + worker.address().port });
  const httpRequest = { url: '', headers: {}, body: Buffer.from('{}').toString('base64') };
  const enqueued = await post(name + '/tasks', { task: { httpRequest } });
  await dispatched;

  const answer = {
    signUps: await signUps(),
    uploaded: await stored([[0, 'grand'], [0, 'grand'], [3, 'ndmother'], [20, '?'], [11, '.jpg']]),
    enqueued: enqueued.status,
    looks: [TaskQueueController.LISTEN_TIMEOUT, TaskQueueController.UPDATE_TIMEOUT, TaskQueueController.TOKEN_REFRESH_INTERVAL],
    keepAlive: response.headers.get('keep-alive'),
    java: await checkJavaMajorVersion(),
    needJava: ['firestore', 'storage'].map(requiresJava),
    commands: ['firestore', 'storage'].map((name) => _getCommand(name, {})).map(({ binary, args }) => ({ binary, args })),
    files: ['firestore', 'storage'].map((name) => getDownloadDetails(name).binaryPath),
    blobs: StorageEmulator.prototype.getPersistenceTmpDir.call({}),
    functions: EmulatorRegistry.isRunning('functions') ? EmulatorRegistry.url('functions').href : null,
    tellsOfUploads: new StorageCloudFunctions('demo-x').enabled,
    tellsOtherwise: (EmulatorRegistry.clear('functions'), new StorageCloudFunctions('demo-x').enabled),
  };
  console.log('ANSWER' + JSON.stringify(answer));
  process.exit(0);
}
main().catch((error) => { console.error(error); process.exit(1); });
`;

interface Answer {
  /** Of the Auth emulator: schemas compiled before a request came, whether any were after it, and HTTP statuses. */
  signUps: { before: number; after: boolean; statuses: number[] };
  /** What is stored of an upload whose answers were lost. */
  uploaded: string;
  /** Status of a task given to the Tasks emulator, which has run. */
  enqueued: number;
  /** Pauses of its loops, in milliseconds. */
  looks: number[];
  keepAlive: string | null;
  java: number;
  needJava: boolean[];
  commands: { binary: string; args: string[] }[];
  files: string[];
  blobs: string;
  functions: string | null;
  tellsOfUploads: boolean;
  /** The same without the entry in the registry. */
  tellsOtherwise: boolean;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heirlight-tricks-'));
  writeFileSync(join(folder, 'firebase.js'), PROBE);
  for (const name of ['firestore.mjs', 'rules.mjs']) writeFileSync(join(folder, name), 'console.log(process.argv)');
  execFileSync(process.execPath, ['build.mjs'], { cwd: PACKAGE });
});
afterAll(() => rmSync(folder, { recursive: true }));

const emulatorFiles = () => ({
  firestore: join(folder, 'firestore.mjs'),
  indexes: join(folder, 'firestore.indexes.json'),
  storageRules: join(folder, 'rules.mjs'),
  javaFolder: __dirname,
});

function probe(port: number): Answer {
  const env = {
    ...process.env,
    ...firebaseToolsEnvironment(),
    ...emulatorEnvironment(emulatorFiles()),
    ...temporaryFolderEnvironment(folder),
    NODE_OPTIONS: preloadOptions(PRELOAD),
    FUNCTIONS_ELSEWHERE: '127.0.0.1:5001',
    CLOUD_TASKS_EMULATOR_HOST: `127.0.0.1:${port + 1}`,
  };
  const text = execFileSync(process.execPath, [join(folder, 'firebase.js'), String(port)], { env, encoding: 'utf8' });
  return JSON.parse(text.slice(text.indexOf('ANSWER') + 'ANSWER'.length)) as Answer;
}

describe('firebase-tools', () => {
  let answer: Answer;
  beforeAll(() => {
    answer = probe(46_001);
  });

  test('takes our java for one that is new enough', () => {
    expect(answer.java).toBeGreaterThanOrEqual(21);
  });

  test('runs our files with java -jar, where it would run the JARs it downloads', () => {
    const { firestore, storageRules } = emulatorFiles();
    expect(answer.needJava).toEqual([true, true]);
    expect(answer.files).toEqual([firestore, storageRules]);
    for (const [index, file] of [firestore, storageRules].entries()) {
      const { binary, args = [] } = answer.commands[index] ?? {};
      expect(binary).toBe('java');
      expect(args[args.indexOf('-jar') + 1]).toBe(file);
    }
  });

  test('keeps blobs below the temporary folder of this suite', () => {
    expect(answer.blobs.startsWith(`${folder}/`)).toBe(true);
  });

  test('stores the bytes of an upload once, wherever the answer to a chunk was lost, and refuses a gap', () => {
    expect(answer.uploaded).toBe('grandmotherrefused .jpg');
  });

  test('compiles the schemas of the Auth emulator when a request needs them, and still checks requests by them', () => {
    expect(answer.signUps).toEqual({ before: 0, after: true, statuses: [200, 400] });
  });

  test('keeps idle connections for 65 s', () => {
    expect(answer.keepAlive).toBe('timeout=65');
  });

  test('runs tasks for functions that are elsewhere, and looks for them often', () => {
    expect(answer.enqueued).toBe(200);
    expect(answer.looks).toEqual([50, 10, 50]);
  });

  test('tells functions that run elsewhere of uploads, which it does only for an entry in its registry', () => {
    expect(answer).toMatchObject({ functions: 'http://127.0.0.1:5001/', tellsOfUploads: true, tellsOtherwise: false });
  });
});

test('our java runs the file after -jar with the arguments behind it', () => {
  const { PATH } = emulatorEnvironment(emulatorFiles());
  const { firestore } = emulatorFiles();
  const args = ['-Duser.language=en', '-jar', firestore, '--port', '7'];
  const said = execFileSync('java', args, { env: { ...process.env, PATH }, encoding: 'utf8' });
  expect(said).toContain(`'${firestore}',\n  '--port',\n  '7'\n]`);
});

test('a process with the preload ends when its parent is killed', async () => {
  const sleeper = 'console.log(process.pid); setInterval(() => {}, 1000)';
  const launcher = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(sleeper)}], {
    env: { ...process.env, NODE_OPTIONS: ${JSON.stringify(preloadOptions(PRELOAD))} },
    stdio: 'inherit', detached: true,
  }); setInterval(() => {}, 1000)`;
  const parent = spawn(process.execPath, ['-e', launcher], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = await new Promise<number>((resolve) => parent.stdout.once('data', (text) => resolve(Number(text))));
  const ended = new Promise((resolve) => parent.stdout.once('close', resolve));
  parent.kill('SIGKILL');
  // The pipe closes when the last process that holds it, the sleeper, is gone.
  await ended;
  expect(pid).toBeGreaterThan(0);
});

test.each(['node:child_process', 'cross-spawn'])(
  'firebase-tools tells of a runtime that is killed, started by %s',
  async (module) => {
    const { firestore } = emulatorFiles();
    const tool = join(mkdtempSync(join(folder, 'tool-')), 'firebase.js');
    writeFileSync(firestore, 'setInterval(() => {}, 1000)');
    writeFileSync(
      tool,
      `const { spawn } = require(require.resolve(${JSON.stringify(module)}, { paths: [${JSON.stringify(TOOLS)}] }));
       const child = spawn('java', ['-Duser.language=en', '-jar', ${JSON.stringify(firestore)}], { stdio: 'ignore' });
       child.once('spawn', () => child.kill('SIGKILL'));`,
    );
    const { PATH } = emulatorEnvironment(emulatorFiles());
    const env = { ...process.env, PATH, NODE_OPTIONS: preloadOptions(PRELOAD) };
    const { stderr } = spawnSync(process.execPath, [tool], { env, encoding: 'utf8' });
    expect(stderr).toContain(`${RUNTIME_ENDED} (SIGKILL): firestore.mjs`);
  },
);
