// Why: docs/decisions/2026-11-23-how-photos-reach-the-page.md
import { loadConfig } from '../../lib/config';
import { appCheckToken } from './app';
import { idToken } from './auth';
import type { Photo } from './photoDocument';
import { type Access, allOf, compared, inPhotos, isAt, isEqual, photosWhere, query } from './restFirestore';

/**
 * Firestore by plain requests, as the SDK's user. The SDK sends every query over its stream, which takes 100 kB of code
 * and may be down.
 */
async function access(): Promise<Access> {
  const [config, token, appCheck] = await Promise.all([loadConfig(), idToken(), appCheckToken()]);
  return { config, token, appCheck };
}

/** Reads a user's newest photos with one request. @throws Error with Firestore's `code` and message */
export async function readPhotos({ userId, count }: { userId: string; count: number }): Promise<Photo[]> {
  return photosWhere(await access(), isEqual('user_id', userId), count);
}

/** Reads the newest photos of a user that are found by a word, with one request. Throws as `readPhotos`. */
export async function photosWithWord(asked: { userId: string; word: string; count: number }): Promise<Photo[]> {
  const { userId, word, count } = asked;
  const hasWord = compared('search_words', 'ARRAY_CONTAINS', { stringValue: word });
  return photosWhere(await access(), allOf(isEqual('user_id', userId), hasWord), count);
}

/** Reads the newest photos of a user that were made in a time, with one request. Throws as `readPhotos`. */
export async function photosMadeIn(asked: {
  userId: string;
  from: Date;
  until: Date;
  count: number;
}): Promise<Photo[]> {
  const { userId, from: start, until, count } = asked;
  const times = [isAt('GREATER_THAN_OR_EQUAL', start), isAt('LESS_THAN', until)];
  return photosWhere(await access(), allOf(isEqual('user_id', userId), ...times), count);
}

/** Reads the photos of a user whose own date is known, the oldest first, with one request. Throws as `readPhotos`. */
export async function photosWithDate({ userId, count }: { userId: string; count: number }): Promise<Photo[]> {
  const hasDate = compared('taken_on', 'GREATER_THAN', { stringValue: '' });
  const oldestFirst = [{ field: { fieldPath: 'taken_on' }, direction: 'ASCENDING' }];
  return photosWhere(await access(), allOf(isEqual('user_id', userId), hasDate), count, oldestFirst);
}

/**
 * Reads the photos of these groups that are older than a time, with one request. Throws as `readPhotos`.
 *
 * @param groupIds at most 30, as many values as Firestore compares a field with in one query
 */
export async function photosOfGroups(asked: {
  userId: string;
  groupIds: readonly string[];
  before: Date;
  count: number;
}): Promise<Photo[]> {
  const { userId, groupIds, before, count } = asked;
  const values = groupIds.map((stringValue) => ({ stringValue }));
  const isOneOf = compared('group_id', 'IN', { arrayValue: { values } });
  return photosWhere(await access(), allOf(isEqual('user_id', userId), isOneOf, isAt('LESS_THAN', before)), count);
}

const idAndStatus = { fields: [{ fieldPath: 'id' }, { fieldPath: 'status' }] };

/** Returns whether any photo of the user is processing, with one small request. Throws as `readPhotos`. */
export async function hasProcessing(userId: string): Promise<boolean> {
  const where = allOf(isEqual('user_id', userId), isEqual('status', 'processing'));
  return (await query(await access(), { select: idAndStatus, from: inPhotos, where })).length > 0;
}
