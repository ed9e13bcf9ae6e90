// Why: docs/decisions/2026-11-23-an-account-for-each-function.md
import { type FunctionName, type QueueName, REGION } from '@heirlight/contract/functionNames';
import type { ADDRESS_HASH_KEY } from './config';

/** Waits for databases and services, so one instance answers many requests at once. */
const LIGHT = { memory: '256MiB', cpu: 1, concurrency: 80, timeoutSeconds: 60 } as const;

/** How functions run that do one kind of work. */
export const PROFILE = {
  light: LIGHT,
  /** Signed reports of a service that repeats what is not answered: many at once are the rule. */
  webhook: { ...LIGHT, memory: '512MiB' },
  /** Decodes pictures: 40 megapixels take room, and one picture at a time bounds it. */
  pictures: { memory: '2GiB', cpu: 1, concurrency: 1, timeoutSeconds: 300 },
  /** A run takes less than the pause between two, so one instance does. */
  schedule: { ...LIGHT, concurrency: 1, maxInstances: 1, timeoutSeconds: 300 },
  /** An account's files and photos go one by one. */
  deletion: { ...LIGHT, timeoutSeconds: 540 },
} as const;

/** What a function's account may do: with the database, the bucket, and the sign-ins, or fill the queue of a name. */
export type Right = 'db' | 'files' | 'users.read' | 'users.remove' | QueueName;

/** How a function runs. A busy instance costs about two dollars a day; index.test.ts bounds each function. */
export interface RunOptions {
  memory: '256MiB' | '512MiB' | '2GiB';
  /** vCPUs of one instance. */
  cpu: number;
  /** Requests that one instance answers at once. */
  concurrency: number;
  /** Bounds what a flood costs. */
  maxInstances: number;
  timeoutSeconds: number;
  /** `liveDeps` refuses the rest here too, as Google does. Whatever reads another secret finds it blank. */
  rights: readonly Right[];
  secrets: (typeof ADDRESS_HASH_KEY)[];
}

/** A function as it is registered, apart from its code. */
export interface RegisteredFunction extends RunOptions {
  name: FunctionName;
}

/** The name of the service account that a function runs as: each has its own. */
export const accountOf = (name: FunctionName) => name.replaceAll('_', '-');

/**
 * The options that firebase-functions takes. It takes `name@` for an account as well, but firebase-tools hands that on
 * as it is to Cloud Scheduler and to Secret Manager, which know whole addresses only.
 */
export function deploymentOf({ name, rights, ...options }: RegisteredFunction) {
  const serviceAccount = `${accountOf(name)}@${process.env.GCLOUD_PROJECT}.iam.gserviceaccount.com`;
  return { region: REGION, serviceAccount, ...options };
}
