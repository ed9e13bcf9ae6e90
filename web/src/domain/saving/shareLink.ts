import type { SharedPhotosResponse } from '@heirlight/contract/callables';
import type { Firebase } from '../firebase/firebase';
import type { SessionFlows } from '../session/session';

export interface ShareDeps {
  firebase: Pick<Firebase, 'functions'>;
  session: Pick<SessionFlows, 'ensureAuth'>;
}

/** What a shared link shows of a photo. */
export type SharedPhoto = SharedPhotosResponse['photos'][number];

/** The link that shows a shared photo: at the page's root, as everything is. */
const linkOf = (token: string): string => `${window.location.origin}/?shared=${token}`;

/**
 * Returns the link of a photo that is shared, and makes it if there is none.
 * @throws FirebaseError `functions/…`
 */
export async function shareLink(photoId: string, { firebase, session }: ShareDeps): Promise<string> {
  await session.ensureAuth();
  const { call } = await firebase.functions();
  const { token } = await call('sharePhoto', { photoId, shared: true });
  if (!token) throw new Error(`The server made no link for ${photoId}`);
  return linkOf(token);
}

/** Takes the link of a photo back: it shows nothing any more. @throws FirebaseError `functions/…` */
export async function takeLinkBack(photoId: string, { firebase, session }: ShareDeps): Promise<void> {
  await session.ensureAuth();
  const { call } = await firebase.functions();
  await call('sharePhoto', { photoId, shared: false });
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
