import { jest } from '@jest/globals';
import { createDomain } from '../domain/domain';
import type { Firebase } from '../domain/firebase/firebase';
import { createPurchases } from '../domain/purchases/purchases';
import type { Checkout } from '../domain/purchases/stripeCheckout';
import type { SessionUser } from '../domain/session/sessionStore';

type Product<Name extends keyof Firebase> = Awaited<ReturnType<Firebase[Name]>>;

/** Calls a deployed function by its key; the test's implementation returns the response. */
type Call = (...args: Parameters<Product<'functions'>['call']>) => Promise<unknown>;

/**
 * Firebase as the domain sees it, with every request a mock: it resolves at once unless the test says otherwise, for
 * instance with a `deferred()`.
 */
export function fakeFirebase() {
  let report: (user: SessionUser | null) => void = () => undefined;
  const unwatch = jest.fn<() => void>();
  const auth = {
    watchUser: jest.fn<Product<'auth'>['watchUser']>(async (receive) => {
      report = receive;
      receive(null);
      return unwatch;
    }),
    signUp: jest.fn<Product<'auth'>['signUp']>().mockResolvedValue(),
    signIn: jest.fn<Product<'auth'>['signIn']>().mockResolvedValue(),
    signInAgain: jest.fn<Product<'auth'>['signInAgain']>().mockResolvedValue(),
    signOutUser: jest.fn<Product<'auth'>['signOutUser']>(async () => report(null)),
    sendReset: jest.fn<Product<'auth'>['sendReset']>().mockResolvedValue(),
    resendVerification: jest.fn<Product<'auth'>['resendVerification']>().mockResolvedValue(),
    checkResetCode: jest.fn<Product<'auth'>['checkResetCode']>().mockResolvedValue('ada@example.com'),
    changePassword: jest.fn<Product<'auth'>['changePassword']>().mockResolvedValue(),
    setNewPassword: jest.fn<Product<'auth'>['setNewPassword']>().mockResolvedValue(),
    verifyEmail: jest.fn<Product<'auth'>['verifyEmail']>().mockResolvedValue(),
    changeEmail: jest
      .fn<Product<'auth'>['changeEmail']>()
      .mockResolvedValue({ email: 'new@example.com', before: 'ada@example.com' }),
    recheckUser: jest.fn<Product<'auth'>['recheckUser']>().mockResolvedValue(),
    refreshToken: jest.fn<Product<'auth'>['refreshToken']>().mockResolvedValue(),
    idToken: jest.fn<Product<'auth'>['idToken']>().mockResolvedValue('an-id-token'),
  };
  const firestore = {
    watchPhotos: jest.fn<Product<'firestore'>['watchPhotos']>().mockResolvedValue(() => undefined),
    watchAccount: jest.fn<Product<'firestore'>['watchAccount']>().mockResolvedValue(() => undefined),
    readPhotoPage: jest
      .fn<Product<'firestore'>['readPhotoPage']>()
      .mockResolvedValue({ photos: [], last: null, isFull: false }),
    readPhotosById: jest.fn<Product<'firestore'>['readPhotosById']>().mockResolvedValue([]),
    readLedger: jest.fn<Product<'firestore'>['readLedger']>().mockResolvedValue({ entries: [], next: null }),
  };
  const plainFirestore = {
    readPhotos: jest.fn<Product<'plainFirestore'>['readPhotos']>().mockResolvedValue([]),
    photosWithWord: jest.fn<Product<'plainFirestore'>['photosWithWord']>().mockResolvedValue([]),
    photosWithDate: jest.fn<Product<'plainFirestore'>['photosWithDate']>().mockResolvedValue([]),
    photosMadeIn: jest.fn<Product<'plainFirestore'>['photosMadeIn']>().mockResolvedValue([]),
    photosOfGroups: jest.fn<Product<'plainFirestore'>['photosOfGroups']>().mockResolvedValue([]),
    hasProcessing: jest.fn<Product<'plainFirestore'>['hasProcessing']>().mockResolvedValue(false),
  };
  const storage = {
    uploadPhoto: jest.fn<Product<'storage'>['uploadPhoto']>().mockResolvedValue('https://storage/photo'),
  };
  const call = jest.fn<Call>().mockResolvedValue({});
  /** Each product's download. */
  const load = {
    auth: jest.fn<Firebase['auth']>().mockResolvedValue(auth),
    firestore: jest.fn<Firebase['firestore']>().mockResolvedValue(firestore),
    plainFirestore: jest.fn<Firebase['plainFirestore']>().mockResolvedValue(plainFirestore),
    functions: jest.fn<Firebase['functions']>().mockResolvedValue({ call: call as Product<'functions'>['call'] }),
    storage: jest.fn<Firebase['storage']>().mockResolvedValue(storage),
  };
  return {
    load,
    auth,
    /** Ends the watch of the user. */
    unwatch,
    firestore,
    plainFirestore,
    storage,
    call,
    /** The SDK reports this user, once it is watched. */
    report: (user: SessionUser | null) => report(user),
  };
}

/** The real domain and purchases on a fake Firebase, with a checkout that leads nowhere. */
export function fakeDomain() {
  const firebase = fakeFirebase();
  const checkout = {
    redirect: jest.fn<Checkout['redirect']>().mockResolvedValue(),
    goTo: jest.fn<Checkout['goTo']>(),
  };
  return {
    ...firebase,
    checkout,
    domain: createDomain({ firebase: firebase.load }),
    purchases: createPurchases({ firebase: firebase.load, checkout }),
  };
}
