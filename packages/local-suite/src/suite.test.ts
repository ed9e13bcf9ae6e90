import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { addressesAt } from '@heirlight/emulator-kit/plugin';
import { afterAll, describe, expect, test } from '@jest/globals';
import { checkKeys } from './checkKeys';
import { checkRules } from './checkRules';
import { backendSettings, realServices, toDotenv } from './environment';
import { parseOptions } from './options';
import { basePortsOf, pluginsOf } from './plugins';
import { checkPorts, unusablePorts } from './ports';
import { clientConfig, suiteFolder } from './workspace';

const ROOT = join(__dirname, '../../..');
const folder = suiteFolder(ROOT, 0);
afterAll(() => rmSync(folder.temporary, { recursive: true }));

/** A suite as `npm start` would set it up. */
function suiteAt(
  offset: number,
  { developer = {}, ...chosen }: { developer?: Record<string, string>; dev?: boolean; functions?: 'host' } = {},
) {
  const real = realServices(developer);
  const plugins = pluginsOf({
    root: ROOT,
    folder,
    real,
    official: false,
    dev: false,
    functions: 'emulator',
    ...chosen,
  });
  const addresses = addressesAt(basePortsOf(plugins), offset);
  return { plugins, addresses, real, settings: backendSettings({ addresses, plugins, developer }) };
}

describe('ports', () => {
  test('an offset moves every port', () => {
    const { plugins, addresses } = suiteAt(10_000, { dev: true });
    const base = basePortsOf(plugins);
    expect(addresses.url('hosting')).toBe('http://127.0.0.1:15000');
    expect(addresses.ports).toEqual(
      Object.fromEntries(Object.entries(base).map(([name, port]) => [name, port + 10_000])),
    );
    expect(new Set(Object.values(base)).size).toBe(Object.keys(base).length);
  });

  test.each([-1, 0.5, Number.NaN, 60_000])('an offset of %p is refused', (offset) => {
    expect(() => suiteAt(offset)).toThrow(RangeError);
  });

  test('a port held by somebody else is named, with what to do', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => holder.once('listening', resolve));
    const address = holder.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const refused = checkPorts({ firestore: port - 1000 }, { ports: { firestore: port }, offset: 1000 });
    await expect(refused).rejects.toThrow(new RegExp(`${port} +for firestore, in use by another program`));
    await expect(refused).rejects.toThrow(/--port-offset (?!1000$)\d+000$/);
    holder.close();
  });

  test('a port that browsers refuse is named, with an offset that works', async () => {
    const base = basePortsOf(suiteAt(0).plugins);
    // Firestore's 8080 becomes 10080.
    const { addresses } = suiteAt(2000);
    const refused = checkPorts(base, { ports: addresses.ports, offset: 2000 });
    await expect(refused).rejects.toThrow('10080  for firestore, refused by every browser');
    const said = await refused.catch(({ message }: Error) => message);
    const offset = Number(/--port-offset (\d+)$/.exec(said ?? '')?.[1]);
    await checkPorts(base, { ports: suiteAt(offset).addresses.ports, offset });
  });

  test("the refused ports are those of Node's own fetch", async () => {
    // One more than the list names on either side, and those that the suite uses.
    const near = [
      1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6667, 6669, 6679, 6697, 10080,
    ];
    const asked = new Set(near.flatMap((port) => [port - 1, port, port + 1]).sort((a, b) => a - b));
    const ofNode: number[] = [];
    for (const port of asked) {
      const said = await fetch(`http://127.0.0.1:${port}`).catch((error: { cause?: { message?: string } }) => error);
      if ('cause' in said && said.cause?.message === 'bad port') ofNode.push(port);
    }
    const ours = await unusablePorts(Object.fromEntries([...asked].map((port) => [port, port])));
    expect(ours.filter(({ reason }) => reason === 'blocked').map(({ port }) => port)).toEqual(ofNode);
  });
});

describe('options', () => {
  test('everything after -- is the command', () => {
    const options = parseOptions(['--local-only', '--port-offset', '7', '--', 'npx', '--dev']);
    expect(options).toMatchObject({ localOnly: true, portOffset: 7, dev: false, command: ['npx', '--dev'] });
  });

  test('functions run in the host unless the emulator is asked for, or needed', () => {
    expect(parseOptions([]).functions).toBe('host');
    expect(parseOptions(['--functions', 'host']).functions).toBe('host');
    for (const args of [['--functions', 'emulator'], ['--dev'], ['--official']]) {
      expect(parseOptions(args).functions).toBe('emulator');
    }
    expect(() => parseOptions(['--functions', 'cloud'])).toThrow('--functions must be emulator or host');
    for (const option of ['--dev', '--official']) {
      expect(() => parseOptions(['--functions', 'host', option])).toThrow('--functions emulator only');
    }
  });

  test('data is exported to the folder it came from, or to another', () => {
    const from = join(process.cwd(), 'kept');
    expect(parseOptions([])).toMatchObject({ importFrom: undefined, exportTo: undefined });
    expect(parseOptions(['--import', 'kept'])).toMatchObject({ importFrom: from, exportTo: undefined });
    expect(parseOptions(['--export-on-exit', '--import', 'kept'])).toMatchObject({ importFrom: from, exportTo: from });
    expect(parseOptions(['--import', 'kept', '--export-on-exit', '/else', '--dev'])).toMatchObject({
      importFrom: from,
      exportTo: '/else',
      dev: true,
    });
    expect(() => parseOptions(['--import'])).toThrow('--import needs a folder');
    expect(() => parseOptions(['--import', '--dev'])).toThrow('--import needs a folder');
    expect(() => parseOptions(['--export-on-exit'])).toThrow('--export-on-exit needs a folder');
  });

  test('an unknown option is named', () => {
    expect(() => parseOptions(['--fast'])).toThrow('Unknown option --fast');
  });
});

describe('rules', () => {
  const folderWith = (firestoreRules: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'heirlight-rules-'));
    writeFileSync(join(folder, 'firestore.rules'), firestoreRules);
    cpSync(join(__dirname, '../../../storage.rules'), join(folder, 'storage.rules'));
    return folder;
  };

  test("the product's own rules compile", () => {
    expect(() => checkRules(join(__dirname, '../../..'))).not.toThrow();
  });

  test('a syntax error stops the start, with file, line and column', () => {
    const folder = folderWith(
      "rules_version = '2';\nservice cloud.firestore {\n  match /a/{b} { allow read: if ; }\n}\n",
    );
    expect(() => checkRules(folder)).toThrow(/firestore\.rules:3:\d+ {2}\S/);
    rmSync(folder, { recursive: true });
  });
});

describe("a developer's keys", () => {
  const { addresses } = suiteAt(100);

  test('none, or those of services that can answer, start', () => {
    expect(() => checkKeys(addresses, {})).not.toThrow();
    expect(() => checkKeys(addresses, { WELCOME_RESTORES: '5' })).not.toThrow();
    expect(() =>
      checkKeys(addresses, {
        REPLICATE_API_TOKEN: 'r8_mine',
        REPLICATE_WEBHOOK_SECRET: 'whsec_mine',
        FUNCTIONS_BASE_URL: 'https://tunnel.example/demo-heirlight/us-central1',
        PICTURES_BASE_URL: 'https://pictures.tunnel.example',
        STRIPE_SECRET_KEY: 'sk_test_mine',
        STRIPE_WEBHOOK_SECRET: 'whsec_listen',
      }),
    ).not.toThrow();
  });

  test.each([
    ['no address', { REPLICATE_WEBHOOK_SECRET: 'whsec_mine' }],
    [
      'an http address',
      {
        REPLICATE_WEBHOOK_SECRET: 'whsec_mine',
        FUNCTIONS_BASE_URL: 'http://192.168.0.2:5001/x',
        PICTURES_BASE_URL: 'https://b',
      },
    ],
    [
      'no address of pictures',
      { REPLICATE_WEBHOOK_SECRET: 'whsec_mine', FUNCTIONS_BASE_URL: 'https://tunnel.example' },
    ],
    [
      'no secret to know its reports by',
      { FUNCTIONS_BASE_URL: 'https://tunnel.example', PICTURES_BASE_URL: 'https://b' },
    ],
  ])('Replicate with %s is refused, with what it needs', (_what, others) => {
    expect(() => checkKeys(addresses, { REPLICATE_API_TOKEN: 'r8_mine', ...others })).toThrow(
      /REPLICATE_API_TOKEN .* http:\/\/127\.0\.0\.1:9299: set FUNCTIONS_BASE_URL to an https tunnel to .*:5101\/demo-heirlight\/us-central1, PICTURES_BASE_URL to one to .*9299 and REPLICATE_WEBHOOK_SECRET /,
    );
  });

  test.each<Record<string, string>>([{}, { STRIPE_WEBHOOK_SECRET: '' }])(
    'Stripe without the secret of its events (%j) is refused, naming where it comes from',
    (others) => {
      expect(() => checkKeys(addresses, { STRIPE_SECRET_KEY: 'sk_test_mine', ...others })).toThrow(
        /whsec_… that `stripe listen --forward-to http:\/\/127\.0\.0\.1:5101\/demo-heirlight\/us-central1\/stripe-webhook` prints/,
      );
    },
  );
});

describe('backend settings', () => {
  test('without keys everything stays on this machine', () => {
    const { real, settings } = suiteAt(0);
    expect(real).toEqual({ replicate: false, stripe: false });
    for (const name of ['REPLICATE_API_BASE_URL', 'STRIPE_API_BASE_URL', 'REPLICATE_OUTPUT_ORIGINS']) {
      expect(settings.params[name]).toMatch(/^http:\/\/127\.0\.0\.1:/);
    }
  });

  test('a Replicate token sends restores, and only restores, to Replicate', () => {
    const { real, settings } = suiteAt(0, { developer: { REPLICATE_API_TOKEN: 'r8_mine' } });
    const { params, secrets } = settings;
    expect(real).toEqual({ replicate: true, stripe: false });
    expect(secrets.REPLICATE_API_TOKEN).toBe('r8_mine');
    expect(params.REPLICATE_API_TOKEN).toBeUndefined();
    expect(params.REPLICATE_API_BASE_URL).toBeUndefined();
    expect(params.STRIPE_API_BASE_URL).toMatch(/127\.0\.0\.1/);
  });

  test('a key left blank is none', () => {
    const blank = { REPLICATE_API_TOKEN: '', STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' };
    expect(suiteAt(0, { developer: blank }).settings).toEqual(suiteAt(0).settings);
  });

  test('a Stripe key without price ids leaves the packs unconfigured instead of using local ids', () => {
    const developer = { STRIPE_SECRET_KEY: 'sk_test_mine', PRICE_5: 'price_mine' };
    const { params } = suiteAt(0, { developer }).settings;
    expect(params).toMatchObject({ PRICE_5: 'price_mine', PRICE_25: '' });
    expect(params.STRIPE_API_BASE_URL).toBeUndefined();
  });

  test('the client is told of the real Stripe.js only with a publishable key', () => {
    const { addresses } = suiteAt(0);
    expect(clientConfig(addresses, {}).endpoints?.stripeJs).toMatch(/^http:\/\/127\.0\.0\.1/);
    expect(clientConfig(addresses, { STRIPE_PUBLISHABLE_KEY: 'pk_test_mine' }).endpoints?.stripeJs).toBeUndefined();
  });

  test('values survive the dotenv file', () => {
    const values = { A: 'x y#z', B: 'https://a/?b=c' };
    expect(parseEnv(toDotenv(values))).toEqual(values);
  });
});
