import type { ListPurchasesResponse } from '@heirlight/contract/callables';
import type { Firebase } from '../firebase/firebase';
import type { LedgerPage } from '../firebase/firestore';
import type { Photo } from '../firebase/photoDocument';
import type { SessionFlows } from '../session/session';
import { signedInUser } from '../session/sessionStore';

export interface BillingDeps {
  firebase: Pick<Firebase, 'firestore' | 'functions'>;
  session: Pick<SessionFlows, 'ensureAuth'>;
}

export type Purchase = ListPurchasesResponse['purchases'][number];

/** A line of the billing history, and the photo that it is about; null if it is about none, or about one that is deleted. */
export interface BillingLine {
  entry: LedgerPage['entries'][number];
  photo: Photo | null;
}

export interface BillingPage {
  lines: BillingLine[];
  next: LedgerPage['next'];
}

/** Lines read at a time. */
export const LINES = 20;
/** When all are read. */
const MOST_AT_ONCE = 200;

async function currentUserId({ session }: Pick<BillingDeps, 'session'>): Promise<string> {
  await session.ensureAuth();
  const user = signedInUser();
  if (!user) throw new Error('Nobody is signed in, so there is no billing history to read');
  return user.id;
}

/** The photos of these ids that still exist: those that are known, and the rest from the server. */
async function photosById(
  ids: readonly string[],
  known: readonly Photo[],
  { firebase }: BillingDeps,
): Promise<Map<string, Photo>> {
  const here = new Map(known.map((photo) => [photo.id, photo]));
  const missing = [...new Set(ids)].filter((id) => !here.has(id));
  if (missing.length === 0) return here;
  const { readPhotosById } = await firebase.firestore();
  for (const photo of await readPhotosById(missing)) here.set(photo.id, photo);
  return here;
}

const isAboutPhoto = ({ entry }: BillingLine) => entry.reason === 'restore' || entry.reason === 'refund';

/**
 * Reads `count` lines of the signed-in user's ledger, newest first, each with its photo. Photos that are `known` are not
 * read again.
 * @throws FirestoreError
 */
export async function readBillingPage(
  { after, count, known }: { after: BillingPage['next']; count: number; known: readonly Photo[] },
  deps: BillingDeps,
): Promise<BillingPage> {
  const userId = await currentUserId(deps);
  const { readLedger } = await deps.firebase.firestore();
  const { entries, next } = await readLedger({ userId, after, count });
  const lines = entries.map((entry): BillingLine => ({ entry, photo: null }));
  const about = lines.filter(isAboutPhoto);
  const photos = await photosById(
    about.map(({ entry }) => entry.ref),
    known,
    deps,
  );
  for (const line of about) line.photo = photos.get(line.entry.ref) ?? null;
  return { lines, next };
}

/** Reads what the signed-in user has bought, newest first. @throws FirebaseError `functions/…` */
export async function readPurchases({ firebase, session }: BillingDeps): Promise<ListPurchasesResponse> {
  await session.ensureAuth();
  const { call } = await firebase.functions();
  return call('listPurchases', null);
}

/** Reads the whole ledger of the signed-in user, oldest first. @throws FirestoreError */
export async function readAllEntries(deps: BillingDeps): Promise<LedgerPage['entries']> {
  const userId = await currentUserId(deps);
  const { readLedger } = await deps.firebase.firestore();
  const entries: LedgerPage['entries'] = [];
  let after: LedgerPage['next'] = null;
  do {
    const page: LedgerPage = await readLedger({ userId, after, count: MOST_AT_ONCE });
    entries.push(...page.entries);
    after = page.next;
  } while (after);
  return entries.reverse();
}

/** Reads all photos of the signed-in user, newest first. @throws FirestoreError */
export async function readAllPhotos(deps: BillingDeps): Promise<Photo[]> {
  const userId = await currentUserId(deps);
  const { readPhotoPage } = await deps.firebase.firestore();
  const photos: Photo[] = [];
  for (let page = await readPhotoPage({ userId, after: null, count: MOST_AT_ONCE }); ; ) {
    photos.push(...page.photos);
    if (!page.isFull || !page.last) return photos;
    page = await readPhotoPage({ userId, after: page.last, count: MOST_AT_ONCE });
  }
}
