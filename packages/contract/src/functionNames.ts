/** The deployed names of all functions. A file of its own: the page downloads it, and not the schemas of the calls. */

/** Where every function runs. */
export const REGION = 'us-central1';

/** Functions that clients call, with the spec's names (section 7); callables.ts has their schemas. */
export const CALLABLE = {
  fetchCredits: 'fetch_credits',
  restore: 'replicate-restore',
  restoreAgain: 'restore-again',
  chooseFavourite: 'choose-favourite',
  describePhoto: 'describe-photo',
  adjustPhoto: 'adjust-photo',
  deletePhoto: 'delete-photo',
  undoDeletion: 'undo-deletion',
  listDeletions: 'list-deletions',
  sharePhoto: 'share-photo',
  shareSet: 'share-set',
  sharedPhotos: 'shared-photos',
  signPhoto: 'sign-photo',
  createCheckoutSession: 'create-checkout-session',
  listPrices: 'list-prices',
  requestWithdrawal: 'request-withdrawal',
  listPurchases: 'list-purchases',
  deleteAccount: 'delete-account',
} as const;
/** HTTP functions that services call, with signatures instead of users. */
export const WEBHOOK = { stripe: 'stripe-webhook', replicate: 'replicate-webhook' } as const;
/** Functions that Storage, Auth and Firestore start. */
export const EVENT = {
  photoUploaded: 'photo-uploaded',
  userDeleted: 'user-deleted',
  adminRequested: 'admin-requested',
} as const;
/** Functions that task queues call, each with a queue of its own name. */
export const QUEUE = {
  startRestore: 'start-restore',
  submitRestore: 'submit-restore',
  finishRestore: 'finish-restore',
  reconcilePayment: 'reconcile-payment',
  removeAccount: 'remove-account',
} as const;
/** Functions that the clock starts: the sweeps each find one kind of work that nobody finished. */
export const SCHEDULE = {
  payments: 'sweep-payments',
  deletions: 'sweep-deletions',
  restores: 'sweep-restores',
  files: 'sweep-files',
  stats: 'admin-stats',
} as const;

type ValueOf<T> = T[keyof T];

/** The name of a task queue, and of the function behind it. */
export type QueueName = ValueOf<typeof QUEUE>;
/** The deployed name of every function. */
export type FunctionName =
  | ValueOf<typeof CALLABLE>
  | ValueOf<typeof WEBHOOK>
  | ValueOf<typeof EVENT>
  | QueueName
  | ValueOf<typeof SCHEDULE>;
