import { randomUUID } from 'node:crypto';
import type { Change } from '../../database/api';
import type { Document } from '../../database/types';
import { parseName } from '../names';

/** Firestore's location in every CloudEvent. Functions only passes it on. */
const LOCATION = 'nam5';

/**
 * One document change as an Eventarc event with JSON data.
 * Source: https://github.com/googleapis/google-cloudevents/tree/main/proto/google/events/cloud/firestore/v1
 */
export function cloudEvent(eventType: string, change: Change, time: string): Record<string, unknown> {
  const { projectId, databaseId, path } = parseName(change.name);
  return {
    specversion: '1.0',
    id: randomUUID(),
    source: `//firestore.googleapis.com/projects/${projectId}/databases/${databaseId}`,
    subject: `documents/${path}`,
    type: eventType,
    time,
    datacontenttype: 'application/json',
    project: projectId,
    database: databaseId,
    namespace: '(default)',
    location: LOCATION,
    document: path,
    ...(eventType.endsWith('.withAuthContext') && { authtype: 'unknown' }),
    data: {
      value: documentOf(change.after),
      oldValue: documentOf(change.before),
      updateMask: change.before && change.after ? { fieldPaths: change.updatedFieldPaths } : {},
    },
  };
}

/** An absent side of a change is an empty message. */
const documentOf = (document: Document | null) => document ?? {};

/** Whether a change raises an event type: always `written`, and one of `created`, `updated` and `deleted`. */
export function raises(eventType: string, { before, after }: Change): boolean {
  const kind = before === null ? 'created' : after === null ? 'deleted' : 'updated';
  const wanted = /\.(created|updated|deleted|written)(?:\.withAuthContext)?$/.exec(eventType)?.[1];
  return wanted === 'written' || wanted === kind;
}
