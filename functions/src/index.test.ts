import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLABLES } from '@heirlight/contract/callables';
import { EVENT, type FunctionName, QUEUE, SCHEDULE, WEBHOOK } from '@heirlight/contract/functionNames';
import { beforeAll, expect, test } from '@jest/globals';
import type { Endpoint } from './platform/endpoint';
import { PROFILE, type RegisteredFunction } from './platform/functionOptions';
import { registerFunction } from './platform/registerFunction';

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
/** The names that the contract gives to functions. */
const FUNCTION_NAMES: readonly FunctionName[] = [
  ...Object.values(CALLABLES).map(({ name }) => name),
  ...[WEBHOOK, EVENT, QUEUE, SCHEDULE].flatMap((names) => Object.values<FunctionName>(names)),
];
let endpoints: readonly Endpoint[];
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
  const index = await import('./index');
  endpoints = index.endpoints;
  manifests = new Map(manifestsIn(index.default));
});

test('the functions that are deployed are those of the contract', () => {
  expect([...manifests.keys()].sort()).toEqual([...FUNCTION_NAMES].sort());
});

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'run' in value && 'rights' in value;

test('a function that any file registers and exports is deployed', async () => {
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /^(?!platform\/).*(?<!\.test)\.ts$/.test(file) &&
      /platform\/(implement|registerFunction|taskFunction)'/.test(readFileSync(join(__dirname, file), 'utf8')),
  );
  const modules = await Promise.all(files.map(async (file) => (await import(`./${file}`)) as Record<string, unknown>));
  const registered = modules.flatMap((module) => Object.values(module).flat().filter(isEndpoint));
  expect(registered.length).toBeGreaterThanOrEqual(FUNCTION_NAMES.length);
  expect(registered.filter((endpoint) => !endpoints.includes(endpoint)).map(({ name }) => name)).toEqual([]);
});

test.each(FUNCTION_NAMES)('%s is deployed as it is registered', (name) => {
  const { memory, cpu, concurrency, maxInstances, timeoutSeconds, secrets } = endpoints.find(
    (endpoint) => endpoint.name === name,
  )!;
  expect(manifests.get(name)).toMatchObject({
    ...{ cpu, concurrency, maxInstances, timeoutSeconds },
    region: ['us-central1'],
    availableMemoryMb: MIB[memory],
    serviceAccountEmail: `${name.replace('_', '-')}@${PROJECT}.iam.gserviceaccount.com`,
  });
  const bound = manifests.get(name)?.secretEnvironmentVariables?.map(({ key }) => key) ?? [];
  expect(bound).toEqual(secrets.map((secret) => secret.name));
});

test('a function that is registered without rights or options is named with what it lacks', () => {
  const registration = { name: 'share-photo', ...PROFILE.light, secrets: [] } as unknown as RegisteredFunction;
  expect(() => registerFunction(registration, () => ({}))).toThrow(
    'share-photo is registered without maxInstances, rights',
  );
});

/** Ten instances that decode pictures. A function that needs more says why here. */
const MAX_FLOOD_DOLLARS_A_DAY = 26;

test('a flood of one function costs at most 26 dollars a day', () => {
  // Cloud Run, us-central1: https://cloud.google.com/run/pricing (request-based billing).
  const perSecond = { cpu: 0.000024, gib: 0.0000025 };
  const table = endpoints.map(({ name, memory, cpu, maxInstances }) => {
    const dollars = maxInstances * 86_400 * (cpu * perSecond.cpu + (MIB[memory] / 1024) * perSecond.gib);
    return { name, maxInstances, cpu, memory, dollars: Math.round(dollars * 100) / 100 };
  });
  // The registrations say what to change.
  expect(table.filter(({ dollars }) => dollars > MAX_FLOOD_DOLLARS_A_DAY)).toEqual([]);
});
