import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { RunningServer } from '@heirlight/emulator-kit/http';
import { startStripe } from '@heirlight/stripe-emulator';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { commandsOf } from './checklist';
import { type DeployedFunction, deployedFunctions, serve } from './deployedFunctions';
import { type FakeGoogle, startFakeGoogle } from './fakeGoogle';
import { machine } from './machine';
import { node22 } from './nodeVersion22';

const ROOT = join(__dirname, '../..');
const PROJECT = `heirlight-${process.pid}`;
/** A copy of what a deploy reads, so that no file of this repository changes and no other test's build. */
const COPY = join(ROOT, 'build', PROJECT);
const COPIED = [
  ...['package.json', 'package-lock.json', '.npmrc', '.firebaserc', 'firebase.json', 'scripts', 'functions', 'web'],
  ...['firestore.rules', 'firestore.indexes.json', 'storage.rules', 'tsconfig.base.json'],
  ...['packages/contract', 'packages/imaging'],
  // Vite reads what a tsconfig.json refers to.
  ...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/tsconfig.json`),
];
const PARAMETERS = join(COPY, `functions/.env.${PROJECT}`);
const PACKAGE = join(COPY, 'build/deploy/functions');
const KEY = 'sk_test_deploy';
const SECRETS: Record<string, string> = {
  REPLICATE_API_TOKEN: 'r8_deploy',
  REPLICATE_WEBHOOK_SECRET: `whsec_${btoa('replicate')}`,
  STRIPE_SECRET_KEY: KEY,
  STRIPE_WEBHOOK_SECRET: 'whsec_stripe',
  ADDRESS_HASH_KEY: 'a long random text',
  CONTENT_CREDENTIALS_KEY: 'none',
};
/** They need Google or Replicate itself. */
const ELSEWHERE = [/^npx firebase projects:create /, /^gcloud /, /^curl .*api\.replicate\.com/];
const COMMANDS = commandsOf(join(ROOT, 'docs/deploy.md'));
const DEPLOY = COMMANDS.find((command) => command.startsWith('npm run deploy '))!;
/** Far beyond what a step needs: on a busy machine a slow one is no failure. */
const LIMIT_MS = 900_000;
const DRY = '--dry-run --non-interactive';
const CONFIG = {
  firebase: {
    apiKey: 'key',
    authDomain: `${PROJECT}.firebaseapp.com`,
    projectId: PROJECT,
    storageBucket: `${PROJECT}.firebasestorage.app`,
    appId: '1:2:web:3',
  },
  stripePublishableKey: 'pk_test_deploy',
  appCheckSiteKey: 'site',
};

const folder = mkdtempSync(join(tmpdir(), 'heirlight-deploy-'));
let google: FakeGoogle;
let stripe: RunningServer;

/** All that npm installed here, and the copy's own contract, whose file of the operator is filled in, and imaging. */
function linkModules(): void {
  const own = 'node_modules/@heirlight';
  mkdirSync(join(COPY, own), { recursive: true });
  const named = (folder: string, left: string[]) =>
    readdirSync(join(ROOT, folder)).flatMap((name) => (left.includes(name) ? [] : [`${folder}/${name}`]));
  const copied = ['contract', 'imaging'];
  const linked = [...named('node_modules', ['@heirlight']), ...named(own, copied), 'web/node_modules'];
  for (const name of linked) if (existsSync(join(ROOT, name))) symlinkSync(join(ROOT, name), join(COPY, name));
  for (const name of copied) symlinkSync(join(COPY, 'packages', name), join(COPY, own, name));
}

beforeAll(async () => {
  for (const name of COPIED) {
    cpSync(join(ROOT, name), join(COPY, name), {
      recursive: true,
      filter: (path) => !/\/(node_modules|dist|lib|build)$/.test(path.slice(ROOT.length)) || path.endsWith('src/lib'),
    });
  }
  linkModules();
  writeFileSync(join(COPY, 'web/public/config.json'), JSON.stringify(CONFIG));
  const operator = join(COPY, 'packages/contract/src/operator.ts');
  writeFileSync(operator, readFileSync(operator, 'utf8').replace(/'YOUR [A-Z ]+'/g, "'Attic Ltd'"));
  google = await startFakeGoogle(PROJECT);
  stripe = await startStripe({ secretKey: KEY });
});
afterAll(async () => {
  await Promise.all([google.close(), stripe.close()]);
  rmSync(COPY, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

const environment = () => ({
  ...machine(),
  ...google.env,
  XDG_CONFIG_HOME: folder,
  STRIPE_API_BASE_URL: stripe.origin,
  // A test runner's own.
  NODE_ENV: '',
});

interface Ended {
  code: number | null;
  output: string;
}

function shell(command: string, { input = '', cwd = COPY }: { input?: string; cwd?: string } = {}): Promise<Ended> {
  const child = spawn(command, { shell: '/bin/sh', cwd, env: environment(), stdio: ['pipe', 'pipe', 'pipe'] });
  // Even an empty write fails with EPIPE where the command ended before it. Its exit code tells whether it missed any.
  child.stdin.on('error', () => undefined);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

const filledIn = (command: string) => command.replace(/\bPROJECT\b/g, PROJECT).replace('sk_…', KEY);

/** Runs a command of the checklist as its owner would. */
function step(command: string): Promise<Ended> {
  const secret = /secrets:set (\w+)/.exec(command)?.[1];
  const dry = command === DEPLOY ? ` ${DRY}` : '';
  return shell(filledIn(command) + dry, { input: secret ? SECRETS[secret]! : '' });
}

/** Fills in the parameters: the domain, and the prices as they were printed. */
function setParameters(printed: string): void {
  const prices = Object.fromEntries([...printed.matchAll(/^(PRICE_\d+)=(.+)$/gm)].map(([, name, id]) => [name, id]));
  const lines = readFileSync(PARAMETERS, 'utf8').split('\n');
  const filled = lines.map((line) =>
    line.startsWith('PRICE_')
      ? line + prices[line.replace('=', '')]
      : line.replace('YOUR-DOMAIN', 'heirlight.example.com'),
  );
  writeFileSync(PARAMETERS, filled.join('\n'));
}

describe('the checklist of docs/deploy.md', () => {
  test(
    'its commands lead to a deploy that asks for nothing',
    async () => {
      let printed = '';
      for (const command of COMMANDS) {
        if (ELSEWHERE.some((pattern) => pattern.test(command))) continue;
        if (command === DEPLOY) setParameters(printed);
        const { code, output } = await step(command);
        if (code !== 0) throw new Error(`${command}\n${output}`);
        if (command.endsWith('npm run stripe:setup')) printed = output;
        if (command === DEPLOY) expect(output).toMatch(/Dry run complete/);
      }
      expect(Object.fromEntries(google.secrets)).toEqual(SECRETS);
      expect(google.unknown).toEqual([]);
    },
    LIMIT_MS,
  );

  test(
    'without --force it stops at the failure policy',
    async () => {
      const { code, output } = await step(`${DEPLOY.replace(' --force', '')} ${DRY} --only functions`);
      expect(output).toContain('Pass the --force option to deploy functions with a failure policy');
      expect(code).toBe(1);
    },
    LIMIT_MS,
  );

  test.each([
    [
      'a parameter that the file does not name',
      'functions',
      /^WELCOME_RESTORES=.*$/m,
      '',
      'variables: WELCOME_RESTORES',
    ],
    ["the example's domain", 'functions', /^APP_ORIGIN=.*$/m, 'APP_ORIGIN=https://YOUR-DOMAIN', 'APP_ORIGIN is still'],
    [
      'days to withdraw that the terms do not promise',
      'functions',
      /^WITHDRAWAL_DAYS=.*$/m,
      'WITHDRAWAL_DAYS=14',
      'but the terms say 0',
    ],
    [
      'App Check on one side only',
      'hosting',
      /^ENFORCE_APP_CHECK=.*$/m,
      'ENFORCE_APP_CHECK=false',
      'nothing would ask for its tokens',
    ],
  ])(
    '%s stops it',
    async (_what, only, line, replacement, message) => {
      const good = readFileSync(PARAMETERS, 'utf8');
      writeFileSync(PARAMETERS, good.replace(line, replacement));
      const { code, output } = await step(`${DEPLOY} ${DRY} --only ${only}`);
      writeFileSync(PARAMETERS, good);
      expect(output).toContain(message);
      expect(code).not.toBe(0);
    },
    LIMIT_MS,
  );
});

describe('what is uploaded', () => {
  const installed = join(folder, 'functions');

  test(
    'the bundle and the registry packages it needs, without tests, sources or this repository',
    async () => {
      const files = readdirSync(PACKAGE, { recursive: true, encoding: 'utf8' }).sort();
      const network = ['', '/LICENSE', '/weights.bin', '/weights.json'].map((file) => `lib/faceModel${file}`);
      expect(files).toEqual(['lib', ...network, 'lib/index.cjs', 'package-lock.json', 'package.json']);
      const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
      for (const version of Object.values(manifest.dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(readFileSync(join(PACKAGE, 'package-lock.json'), 'utf8')).not.toContain('@heirlight/');

      cpSync(PACKAGE, installed, { recursive: true });
      const { code, output } = await shell('npm ci --ignore-scripts', { cwd: installed });
      if (code !== 0) throw new Error(output);
    },
    LIMIT_MS,
  );

  test(
    'every function loads and answers under Node 22',
    async () => {
      const node = node22();
      const env = {
        ...parseEnv(readFileSync(join(ROOT, 'functions/.env.example'), 'utf8')),
        ...SECRETS,
        // Only Google makes the tokens that the example asks for.
        ENFORCE_APP_CHECK: 'false',
        GCLOUD_PROJECT: PROJECT,
        FIREBASE_CONFIG: JSON.stringify({ projectId: PROJECT, storageBucket: `${PROJECT}.firebasestorage.app` }),
      };
      const functions = await deployedFunctions({ node, folder: installed, env });
      const answers: Record<string, number> = {};
      for (const one of functions) answers[one.name] = await serve(one, { node, folder: installed, env });
      expect(answers).toEqual(Object.fromEntries(functions.map((one) => [one.name, expectedStatus(one)])));
    },
    LIMIT_MS,
  );
});

/** What a function says to an empty request of a stranger. */
function expectedStatus({ name, kind }: DeployedFunction): number {
  if (name === 'list-prices') return 200;
  // Anybody may call it; an empty request names no link.
  if (name === 'shared-photos') return 400;
  // Cloud Tasks shows a token.
  if (kind === 'callable' || kind === 'task') return 401;
  // Signed webhooks refuse it. Events and the schedule are only loaded.
  return kind === 'request' ? 400 : 0;
}
