import { REGION } from '@heirlight/contract/functionNames';
import { endpointsOf } from './endpoints';
import { untilReached } from './untilReached';

/**
 * Tells the Tasks emulator of a backend's functions that have queues, as firebase-tools' Functions emulator does. Waits
 * for one that is still starting.
 *
 * @param exports what the backend's entry file exports
 * @param tasks `host:port` of the emulator
 * @param functions origin of the functions
 * @throws Error when the emulator refuses one
 */
export async function registerQueues(
  exports: object,
  { tasks, functions, projectId }: { tasks: string; functions: string; projectId: string },
): Promise<void> {
  for (const endpoint of endpointsOf(exports)) {
    if (endpoint.kind !== 'http' || !endpoint.queue) continue;
    const { name, queue } = endpoint;
    const response = await untilReached(`http://${tasks}/projects/${projectId}/locations/${REGION}/queues/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...queue, defaultUri: `${functions}/${projectId}/${REGION}/${name}` }),
    });
    if (!response.ok) throw new Error(`Tasks does not take the queue ${name}: ${await response.text()}`);
  }
}
