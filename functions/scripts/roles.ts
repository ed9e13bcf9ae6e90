import { EVENT, type FunctionName, QUEUE, type QueueName, REGION } from '@heirlight/contract/functionNames';
import { accountOf, type RegisteredFunction, type Right } from '../src/platform/functionOptions';

/**
 * Every predefined role that removes sign-ins writes them as well:
 * https://cloud.google.com/iam/docs/roles-permissions/firebaseauth
 */
const REMOVER = { id: 'signInRemover', permission: 'firebaseauth.users.delete' };
const EVENTS: readonly FunctionName[] = Object.values(EVENT);
const QUEUES: readonly QueueName[] = Object.values(QUEUE);

type DataRight = Exclude<Right, QueueName>;
const isQueue = (right: Right): right is QueueName => QUEUES.some((name) => name === right);

interface Target {
  project: string;
  /** Name of the default bucket, without `gs://`. */
  bucket: string;
}

const memberOf = (name: FunctionName, project: string) =>
  `--member=serviceAccount:${accountOf(name)}@${project}.iam.gserviceaccount.com`;

/** Gives a right to a function's account. Roles are on the narrowest thing that Google lets them be on. */
function grant(name: FunctionName, right: DataRight | 'events' | 'self', { project, bucket }: Target): string {
  const member = memberOf(name, project);
  const inProject = (role: string) =>
    `gcloud projects add-iam-policy-binding ${project} ${member} --role=${role} --condition=None`;
  switch (right) {
    case 'db':
      return inProject('roles/datastore.user');
    case 'files':
      return `gcloud storage buckets add-iam-policy-binding gs://${bucket} ${member} --role=roles/storage.objectUser`;
    case 'users.read':
      return inProject('roles/firebaseauth.viewer');
    case 'users.remove':
      return inProject(`projects/${project}/roles/${REMOVER.id}`);
    case 'events':
      return inProject('roles/eventarc.eventReceiver');
    // Cloud Tasks calls a function in the name of the account that enqueued the task, which has to allow that.
    case 'self':
      return (
        `gcloud iam service-accounts add-iam-policy-binding ${accountOf(name)}@${project}.iam.gserviceaccount.com ` +
        `--project=${project} ${member} --role=roles/iam.serviceAccountUser`
      );
  }
}

/**
 * The shell commands that make the functions' accounts and give each what its function is registered with, and nothing
 * else. Running them again changes nothing.
 */
export function accountCommands(functions: readonly RegisteredFunction[], target: Target): string[] {
  const { project } = target;
  const { id, permission } = REMOVER;
  const unless = (there: string, make: string) => `${there} > /dev/null 2>&1 || ${make}`;
  const role = unless(
    `gcloud iam roles describe ${id} --project=${project}`,
    `gcloud iam roles create ${id} --project=${project} --permissions=${permission}`,
  );
  const ofFunction = ({ name, rights: registered, secrets }: RegisteredFunction) => {
    const account = accountOf(name);
    const rights = [
      ...registered.filter((right): right is DataRight => !isQueue(right)),
      ...(EVENTS.includes(name) ? (['events'] as const) : []),
      ...(registered.some(isQueue) ? (['self'] as const) : []),
    ];
    return [
      unless(
        `gcloud iam service-accounts describe ${account}@${project}.iam.gserviceaccount.com --project=${project}`,
        `gcloud iam service-accounts create ${account} --project=${project}`,
      ),
      ...rights.map((right) => grant(name, right, target)),
      ...secrets.map(
        (secret) =>
          `gcloud secrets add-iam-policy-binding ${secret.name} --project=${project} ${memberOf(name, project)} ` +
          '--role=roles/secretmanager.secretAccessor',
      ),
    ];
  };
  return [role, ...functions.flatMap(ofFunction)];
}

const invoker = (target: FunctionName, caller: FunctionName, project: string) =>
  `gcloud run services add-iam-policy-binding ${accountOf(target)} --project=${project} --region=${REGION} ` +
  `${memberOf(caller, project)} --role=roles/run.invoker`;

/**
 * The commands that let events in, each to its own function, and tasks to the queues that functions fill. They come after
 * the first deploy, which makes what they name, and which does the same itself for callables, webhooks and schedules.
 */
export function invokerCommands(
  functions: readonly RegisteredFunction[],
  { project }: Pick<Target, 'project'>,
): string[] {
  const tasks = functions.flatMap(({ name, rights }) =>
    rights
      .filter(isQueue)
      .flatMap((queue) => [
        `gcloud tasks queues add-iam-policy-binding ${queue} --project=${project} --location=${REGION} ` +
          `${memberOf(name, project)} --role=roles/cloudtasks.enqueuer`,
        invoker(queue, name, project),
      ]),
  );
  return [...EVENTS.map((name) => invoker(name, name, project)), ...tasks];
}
