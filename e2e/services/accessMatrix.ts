import { type Adjustment, PLAIN_RESULT } from '@heirlight/contract/adjustment';
import type { CALLABLES } from '@heirlight/contract/callables';
import { EVENT, QUEUE, SCHEDULE, WEBHOOK } from '@heirlight/contract/functionNames';

/**
 * Who may do what, as data. `open` lists the callers an operation is open to; everything else is refused.
 * `accessMatrix.test.ts` tries all operations for all callers, and fails on a collection or function without a row.
 */
export const CALLERS = ['anonymous', 'owner', 'other', 'unverified', 'revoked'] as const;
export type Caller = (typeof CALLERS)[number];

/**
 * Security rules accept a token until it expires, within the hour, even after its sign-in was revoked. That is how
 * Firebase works (https://firebase.google.com/docs/auth/admin/manage-sessions). Functions ask Auth and refuse at once.
 */
const OWNER_IN_RULES: readonly Caller[] = ['owner', 'unverified', 'revoked'];
const OWNER_IN_FUNCTIONS: readonly Caller[] = ['owner', 'unverified'];

export const FIRESTORE_OPERATIONS = ['get', 'list', 'create', 'update', 'delete'] as const;
export type FirestoreOperation = (typeof FIRESTORE_OPERATIONS)[number];

export interface FirestoreRow {
  /** Collection path with `{owner}` for the owner's id. */
  collection: string;
  /** A document that exists. */
  document: string;
  /** The filter of `list`; without it, `list` asks for the whole collection. */
  where?: [field: string, value: string];
  open: Partial<Record<FirestoreOperation, readonly Caller[]>>;
}

export const FIRESTORE_ROWS: readonly FirestoreRow[] = [
  { collection: 'users', document: '{owner}', open: { get: OWNER_IN_RULES } },
  { collection: 'users/{owner}/ledger', document: 'welcome', open: { get: OWNER_IN_RULES, list: OWNER_IN_RULES } },
  {
    collection: 'photos',
    document: '{photo}',
    where: ['user_id', '{owner}'],
    open: { get: OWNER_IN_RULES, list: OWNER_IN_RULES },
  },
  { collection: 'photos', document: '{photo}', open: { get: OWNER_IN_RULES } },
  { collection: 'payments', document: 'cs_1', where: ['user_id', '{owner}'], open: {} },
  { collection: 'checkouts', document: 'c_1', open: {} },
  { collection: 'rateLimits', document: 'r_1', open: {} },
  { collection: 'knownAddresses', document: 'k_1', open: {} },
  { collection: 'refusals', document: '{photo}', where: ['user_id', '{owner}'], open: {} },
  { collection: 'shares', document: 's_1', where: ['user_id', '{owner}'], open: {} },
  { collection: 'deletedPhotos', document: 'd_1', open: {} },
  { collection: 'recoverablePhotos', document: 'r_1', where: ['user_id', '{owner}'], open: {} },
  { collection: 'sweeper', document: 's_1', open: {} },
  { collection: 'admin_requests', document: 'a_1', open: {} },
  { collection: 'stats', document: 's_1', open: {} },
  { collection: 'alerts', document: 'a_1', open: {} },
  { collection: 'outcomes', document: '{photo}', open: {} },
  { collection: 'income', document: 'i_1', open: {} },
  { collection: 'anythingElse', document: 'x_1', open: {} },
];

export const STORAGE_OPERATIONS = ['get', 'list', 'create', 'overwrite', 'updateMetadata', 'delete'] as const;
export type StorageOperation = (typeof STORAGE_OPERATIONS)[number];

export interface StorageRow {
  folder: string;
  /** A file that exists. */
  file: string;
  open: Partial<Record<StorageOperation, readonly Caller[]>>;
}

export const STORAGE_ROWS: readonly StorageRow[] = [
  { folder: 'images/{owner}', file: '{photo}-grandmother.jpg', open: { get: OWNER_IN_RULES, create: OWNER_IN_RULES } },
  { folder: 'results/{owner}/{photo}', file: 'restored.png', open: { get: OWNER_IN_RULES } },
  { folder: 'shared/a_folder', file: 'after.webp', open: {} },
  { folder: 'exports/{owner}', file: 'request.json', open: {} },
  { folder: 'anything/{owner}', file: 'existing.jpg', open: {} },
];

export interface FunctionRow {
  /** The body; `{owner}`, `{photo}` and another `{photo2}` are filled in. */
  data: Record<string, string | boolean | string[] | Adjustment>;
  open: readonly Caller[];
  /** The error code for a caller who is let in, where the call does not succeed. */
  letInCode?: string;
}

type CallableName = (typeof CALLABLES)[keyof typeof CALLABLES]['name'];

/** The types ask for a row for each callable. */
export const FUNCTION_ROWS: Record<CallableName, FunctionRow> = {
  // The only call that does not ask Auth whether the token was revoked: it reads the caller's own balance.
  fetch_credits: { data: { user_id_in: '{owner}' }, open: OWNER_IN_RULES },
  'replicate-restore': {
    data: { imageUrl: '{upload}', model: 'flux-kontext-apps/restore-image', modelId: 'deeprestore' },
    open: OWNER_IN_FUNCTIONS,
  },
  'restore-again': {
    data: { photoId: '{photo}', modelId: 'pureface', requestId: '{uuid}' },
    open: OWNER_IN_FUNCTIONS,
  },
  'choose-favourite': { data: { photoId: '{photo}', isFavourite: true }, open: OWNER_IN_FUNCTIONS },
  'describe-photo': {
    data: { photoId: '{photo}', name: 'Rosa', dateText: 'about 1943', caption: '' },
    open: OWNER_IN_FUNCTIONS,
  },
  'adjust-photo': { data: { photoId: '{photo}', adjustment: PLAIN_RESULT }, open: OWNER_IN_FUNCTIONS },
  'share-photo': { data: { photoId: '{photo}', shared: true }, open: OWNER_IN_FUNCTIONS },
  'share-set': { data: { photoIds: ['{photo}', '{photo2}'] }, open: OWNER_IN_FUNCTIONS },
  // Whoever has a link sees what it shows: this one is none, and shows nothing.
  'shared-photos': { data: { token: 'none' }, open: CALLERS },
  'sign-photo': { data: { photoId: '{photo}', type: 'image/png' }, open: OWNER_IN_FUNCTIONS },
  'delete-photo': { data: { photoId: '{photo}' }, open: OWNER_IN_FUNCTIONS },
  // Both can only mean the caller's own.
  'undo-deletion': { data: { setId: '{uuid}' }, open: ['owner', 'other', 'unverified'] },
  'list-deletions': { data: {}, open: ['owner', 'other', 'unverified'] },
  'create-checkout-session': {
    data: { priceId: 'price_local_5', userId: '{owner}', email: '{ownerEmail}' },
    open: OWNER_IN_FUNCTIONS,
  },
  // It finds the caller's own purchases only: with another's session nothing is given back.
  'request-withdrawal': { data: { sessionId: 'cs_1' }, open: ['owner', 'other', 'unverified'] },
  // It can only mean the caller's own purchases.
  'list-purchases': { data: {}, open: ['owner', 'other', 'unverified'] },
  'list-prices': { data: {}, open: CALLERS },
  // It can only mean the caller's own account. Without the word DELETE it stops at the check of its input.
  'delete-account': {
    data: { confirm: 'NO' },
    open: ['owner', 'other', 'unverified'],
    letInCode: 'INVALID_ARGUMENT',
  },
};

/** Called by machines, which sign their calls. Every caller above is refused. */
export const SIGNED_ENDPOINTS = Object.values(WEBHOOK);
/** Started by events, clock and queues only. */
export const EVENT_FUNCTIONS = [...Object.values(EVENT), ...Object.values(SCHEDULE), ...Object.values(QUEUE)] as const;
