import { EVENT } from '@heirlight/contract/functionNames';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { accountOf, type RegisteredFunction } from '../src/platform/functionOptions';
import { registeredFunctions } from './registered';
import { accountCommands, invokerCommands } from './roles';

const before = { ...process.env };
let functions: readonly RegisteredFunction[];
let commands: string[];

beforeAll(async () => {
  functions = await registeredFunctions('family');
  commands = accountCommands(functions, { project: 'family', bucket: 'family.firebasestorage.app' });
});
afterAll(() => {
  process.env = before;
});

const emailOf = (account: string) => `${account}@family.iam.gserviceaccount.com`;
/** What an account is given, as `role on what`, in the order of the commands. */
const grantsOf = (account: string) =>
  commands
    .filter((command) => command.includes(`--member=serviceAccount:${emailOf(account)} `))
    .map((command) => {
      const [, kind, what] =
        /^gcloud (projects|storage buckets|secrets|iam service-accounts) add-iam-policy-binding (\S+)/.exec(command)!;
      return `${/--role=(\S+)/.exec(command)![1]} on ${kind === 'secrets' ? 'secret ' : ''}${what}`;
    });

test('every function has an account of its own, of a name that Google takes', () => {
  const accounts = functions.map(({ name }) => accountOf(name));
  expect(new Set(accounts).size).toBe(accounts.length);
  // https://cloud.google.com/iam/docs/service-accounts-create
  for (const account of accounts) expect(account).toMatch(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/);
  for (const account of accounts) {
    expect(commands).toContainEqual(expect.stringContaining(`|| gcloud iam service-accounts create ${account} `));
  }
});

test('an account may do what its function does and nothing else [spec 10.16]', () => {
  expect(grantsOf('list-prices')).toEqual([]);
  expect(grantsOf('fetch-credits')).toEqual([
    'roles/datastore.user on family',
    'roles/firebaseauth.viewer on family',
    'roles/secretmanager.secretAccessor on secret ADDRESS_HASH_KEY',
  ]);
  expect(grantsOf('stripe-webhook')).toEqual([
    `roles/iam.serviceAccountUser on ${emailOf('stripe-webhook')}`,
    'roles/secretmanager.secretAccessor on secret STRIPE_WEBHOOK_SECRET',
  ]);
  expect(grantsOf('user-deleted')).toEqual([
    'roles/datastore.user on family',
    'roles/storage.objectUser on gs://family.firebasestorage.app',
    'roles/firebaseauth.viewer on family',
    'projects/family/roles/signInRemover on family',
    'roles/eventarc.eventReceiver on family',
    'roles/secretmanager.secretAccessor on secret ADDRESS_HASH_KEY',
    'roles/secretmanager.secretAccessor on secret REPLICATE_API_TOKEN',
    'roles/secretmanager.secretAccessor on secret STRIPE_SECRET_KEY',
  ]);
});

test('no role reaches further than data and queues: none owns, edits, administers or acts as others', () => {
  for (const command of commands) {
    const [, account] =
      /service-accounts add-iam-policy-binding (\S+) .*roles\/iam\.serviceAccountUser$/.exec(command) ?? [];
    if (account) expect(command).toContain(`--member=serviceAccount:${account} `);
    else expect(command).not.toMatch(/roles\/(owner|editor|\S*admin|iam\.)/i);
  }
});

test('events are let in to their own function, tasks to the queues that functions may fill', () => {
  const invokers = invokerCommands(functions, { project: 'family' });
  const invoker = (target: string, caller: string) =>
    [
      `gcloud run services add-iam-policy-binding ${target} --project=family --region=us-central1`,
      `--member=serviceAccount:${emailOf(caller)} --role=roles/run.invoker`,
    ].join(' ');
  const events = Object.values(EVENT).map((name) => invoker(name, name));
  expect(invokers.slice(0, events.length)).toEqual(events);
  expect(invokers.filter((command) => command.includes(emailOf('sweep-restores')))).toEqual(
    ['submit-restore', 'finish-restore'].flatMap((queue) => [
      [
        `gcloud tasks queues add-iam-policy-binding ${queue} --project=family --location=us-central1`,
        `--member=serviceAccount:${emailOf('sweep-restores')} --role=roles/cloudtasks.enqueuer`,
      ].join(' '),
      invoker(queue, 'sweep-restores'),
    ]),
  );
  expect(invokers.filter((command) => command.includes(emailOf('shared-photos')))).toEqual([]);
});
