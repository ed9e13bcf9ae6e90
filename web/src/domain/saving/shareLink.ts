import type { SharedPhotosResponse, ShareSetRequest, ShareSetResponse } from '@heirlight/contract/callables';
import type { Firebase } from '../firebase/firebase';
import type { SessionFlows } from '../session/session';

export interface ShareDeps {
  firebase: Pick<Firebase, 'functions'>;
  session: Pick<SessionFlows, 'ensureAuth'>;
}

/** What a shared link shows of a photo. */
export type SharedPhoto = SharedPhotosResponse['photos'][number];

/** The link of a token: at the page's root, as everything is. */
export const linkOf = (token: string): string => `${window.location.origin}/?shared=${token}`;

/** Several photos that one link shows. */
export interface SharedSet {
  token: string;
  photoIds: readonly string[];
  sharedAt: Date;
}

/**
 * Returns the token of the link of a photo that is shared, and makes it if there is none.
 * @throws FirebaseError `functions/…`
 */
export async function sharePhoto(photoId: string, { firebase, session }: ShareDeps): Promise<string> {
  await session.ensureAuth();
  const { call } = await firebase.functions();
  const { token } = await call('sharePhoto', { photoId, shared: true });
  if (!token) throw new Error(`The server made no link for ${photoId}`);
  return token;
}

/** Takes the link of a photo back: it shows nothing any more. @throws FirebaseError `functions/…` */
export async function takePhotoBack(photoId: string, { firebase, session }: ShareDeps): Promise<void> {
  await session.ensureAuth();
  const { call } = await firebase.functions();
  await call('sharePhoto', { photoId, shared: false });
}

async function callShareSet(request: ShareSetRequest, { firebase, session }: ShareDeps): Promise<ShareSetResponse> {
  await session.ensureAuth();
  const { call } = await firebase.functions();
  return call('shareSet', request);
}

/** Returns the sets that the user shares, newest first. @throws FirebaseError `functions/…` */
export async function readSharedSets(deps: ShareDeps): Promise<SharedSet[]> {
  const { sets } = await callShareSet({}, deps);
  return sets.map((set) => ({ ...set, sharedAt: new Date(set.sharedAt) }));
}

/** Returns the token of the set of exactly these photos, null if they are not shared. @throws FirebaseError `functions/…` */
export async function findSharedSet(photoIds: readonly string[], deps: ShareDeps): Promise<string | null> {
  const { sets } = await callShareSet({}, deps);
  const isSame = (ids: readonly string[]) => ids.length === photoIds.length && ids.every((id) => photoIds.includes(id));
  return sets.find((set) => isSame(set.photoIds))?.token ?? null;
}

/**
 * Returns the token of the link that shows these photos, two or more, in this order. The same photos have one link.
 * @throws FirebaseError `functions/…`
 */
export async function shareSet(photoIds: readonly string[], deps: ShareDeps): Promise<string> {
  const { token } = await callShareSet({ photoIds: [...photoIds] }, deps);
  if (!token) throw new Error('The server made no link for the set');
  return token;
}

/** Takes the link of a set back. @throws FirebaseError `functions/…` */
export async function takeSetBack(token: string, deps: ShareDeps): Promise<void> {
  await callShareSet({ takeBack: token }, deps);
}

/**
 * Returns the photos that a link shows; none if it shows nothing any more. Nobody needs an account.
 * @throws FirebaseError `functions/…`
 */
export async function readSharedPhotos(
  token: string,
  { firebase }: Pick<ShareDeps, 'firebase'>,
): Promise<SharedPhoto[]> {
  const { call } = await firebase.functions();
  return (await call('sharedPhotos', { token })).photos;
}
