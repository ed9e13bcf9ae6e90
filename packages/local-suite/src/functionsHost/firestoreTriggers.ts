import { REGION } from '@heirlight/contract/functionNames';
import { endpointsOf } from './endpoints';
import { untilReached } from './untilReached';

/**
 * Registers a backend's Firestore functions with the Firestore emulator, as firebase-tools' Functions emulator does.
 * Waits for a Firestore that is still starting.
 *
 * @param exports what the backend's entry file exports
 * @param firestore its `host:port`
 * @throws Error when Firestore refuses one
 */
export async function registerFirestoreTriggers(
  exports: object,
  { firestore, projectId }: { firestore: string; projectId: string },
): Promise<void> {
  for (const endpoint of endpointsOf(exports)) {
    if (endpoint.kind !== 'event' || endpoint.documents === null) continue;
    const { name, eventType, filters, documents } = endpoint;
    const id = `${REGION}-${name}-0`;
    const body = { eventType, ...filters, document: { value: documents, matchType: 'PATH_PATTERN' } };
    const response = await untilReached(
      `http://${firestore}/emulator/v1/projects/${projectId}/eventarcTrigger?eventarcTriggerId=${id}`,
      { method: 'POST', body: JSON.stringify(body) },
    );
    if (!response.ok) throw new Error(`Firestore does not take the trigger ${name}: ${await response.text()}`);
  }
}
