import type { FunctionName } from '@heirlight/contract/callables';
import { beforeAll, expect, test } from '@jest/globals';
import { FUNCTION_NAMES, optionsOf } from './platform/functionOptions';

/** What firebase-functions notes on a function for the deploy. */
interface Manifest {
  region: string[];
  availableMemoryMb: number;
  cpu: number;
  concurrency: number;
  maxInstances: number;
  timeoutSeconds: number;
  serviceAccountEmail: string;
  secretEnvironmentVariables?: { key: string }[];
}

const MIB = { '256MiB': 256, '512MiB': 512, '2GiB': 2048 };
const PROJECT = 'demo-heirlight';
/** By deployed name. */
let manifests: Map<string, Manifest>;

/** As firebase-tools finds the functions in what the entry file exports. */
function manifestsIn(group: object, prefix = ''): [string, Manifest][] {
  return Object.entries(group).flatMap(([key, value]) => {
    const manifest = (value as { __endpoint?: Manifest }).__endpoint;
    return manifest ? [[`${prefix}${key}`, manifest]] : manifestsIn(value, `${prefix}${key}-`);
  });
}

beforeAll(async () => {
  Object.assign(process.env, {
    GCLOUD_PROJECT: PROJECT,
    FIREBASE_CONFIG: JSON.stringify({ projectId: PROJECT, storageBucket: `${PROJECT}.appspot.com` }),
  });
  manifests = new Map(manifestsIn((await import('./index')).default));
});

test('the functions that are deployed are those of the table', () => {
  expect([...manifests.keys()].sort()).toEqual([...FUNCTION_NAMES].sort());
});

test.each(FUNCTION_NAMES)('%s is deployed as the table says', (name) => {
  const { memory, cpu, concurrency, maxInstances, timeoutSeconds, secrets, region } = optionsOf(name);
  expect(manifests.get(name)).toMatchObject({
    ...{ cpu, concurrency, maxInstances, timeoutSeconds },
    region: [region],
    availableMemoryMb: MIB[memory],
    serviceAccountEmail: `${name.replace('_', '-')}@${PROJECT}.iam.gserviceaccount.com`,
  });
  const bound = manifests.get(name)?.secretEnvironmentVariables?.map(({ key }) => key) ?? [];
  expect(bound).toEqual(secrets.map((secret) => secret.name));
});

test('a function without a row of options is named', () => {
  expect(() => optionsOf('new-function' as FunctionName)).toThrow('The function new-function has no row in FUNCTIONS');
});

/** Ten instances that decode pictures. A function that needs more says why here. */
const MAX_FLOOD_DOLLARS_A_DAY = 26;

test('a flood of one function costs at most 26 dollars a day', () => {
  // Cloud Run, us-central1: https://cloud.google.com/run/pricing (request-based billing).
  const perSecond = { cpu: 0.000024, gib: 0.0000025 };
  const table = FUNCTION_NAMES.map((name) => {
    const { memory, cpu, maxInstances } = optionsOf(name);
    const dollars = maxInstances * 86_400 * (cpu * perSecond.cpu + (MIB[memory] / 1024) * perSecond.gib);
    return { name, maxInstances, cpu, memory, dollars: Math.round(dollars * 100) / 100 };
  });
  // The rows say what to change.
  expect(table.filter(({ dollars }) => dollars > MAX_FLOOD_DOLLARS_A_DAY)).toEqual([]);
});
