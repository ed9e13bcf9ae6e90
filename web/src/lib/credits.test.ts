import { beforeEach, describe, expect, jest, test } from '@jest/globals';

const call = jest.fn<(name: string, data: unknown) => Promise<unknown>>();
const refreshToken = jest.fn<() => Promise<void>>();
let reportLive: (restores: number) => void = () => undefined;
const stopLive = jest.fn();

jest.mock('./callable', () => ({ callFunction: (name: string, data: unknown) => call(name, data) }));
jest.mock('./authGate', () => ({ ensureFirebase: async () => undefined }));
jest.mock('./firebase/authSession', () => ({ refreshToken: () => refreshToken() }));
jest.mock('./firebase/accountQueries', () => ({
  watchAccount: async (_: string, report: (restores: number) => void) => {
    reportLive = report;
    return stopLive;
  },
}));

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

async function setUp({ signedInAlready = false } = {}) {
  jest.resetModules();
  const credits = await import('./credits');
  const { sessionStore } = await import('./sessionStore');
  const user = { id: 'u1', email: 'a@b.c', emailVerified: true };
  if (signedInAlready) sessionStore.set({ status: 'signedIn', user });
  credits.startCredits();
  const signIn = async (emailVerified = false) => {
    sessionStore.set({ status: 'signedIn', user: { id: 'u1', email: 'a@b.c', emailVerified } });
    await settle();
  };
  return { ...credits, sessionStore, signIn };
}

beforeEach(() => {
  jest.clearAllMocks();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  refreshToken.mockResolvedValue(undefined);
});

describe('credits', () => {
  test('the callable provisions and answers, the account document keeps the value live [spec 3.6, 7.3]', async () => {
    call.mockResolvedValue(1);
    const { creditsStore, signIn } = await setUp();
    expect(creditsStore.get().status).toBe('loading');
    await signIn();
    expect(call).toHaveBeenCalledWith('fetch_credits', { user_id_in: 'u1' });
    expect(creditsStore.get()).toEqual({ status: 'ready', restoresAvailable: 1 });
    reportLive(6);
    expect(creditsStore.get().restoresAvailable).toBe(6);
  });

  test('whoever had logged in before this code arrived has a balance too', async () => {
    call.mockResolvedValue(3);
    const { creditsStore } = await setUp({ signedInAlready: true });
    await settle();
    expect(creditsStore.get()).toEqual({ status: 'ready', restoresAvailable: 3 });
    expect(call).toHaveBeenCalledTimes(1);
  });

  test('an empty answer is 0 [spec 7.3]', async () => {
    call.mockResolvedValue(null);
    const { creditsStore, signIn } = await setUp();
    await signIn();
    expect(creditsStore.get()).toEqual({ status: 'ready', restoresAvailable: 0 });
  });

  test('an error sets 0 and is logged [spec 7.3]', async () => {
    call.mockRejectedValue(new Error('down'));
    const { creditsStore, signIn } = await setUp();
    await signIn();
    expect(creditsStore.get()).toEqual({ status: 'ready', restoresAvailable: 0 });
    expect(console.error).toHaveBeenCalledWith('fetch_credits failed', expect.any(Error));
  });

  test('a lost request does not empty an account whose live value is known', async () => {
    call.mockResolvedValueOnce(1).mockRejectedValueOnce(new Error('down'));
    const { creditsStore, signIn, refetchCredits } = await setUp();
    await signIn();
    reportLive(4);
    await refetchCredits();
    expect(creditsStore.get()).toEqual({ status: 'ready', restoresAvailable: 4 });
  });

  test('an answer that is older than what came in live meanwhile does not take its place', async () => {
    let answer: (restores: number) => void = () => undefined;
    call.mockResolvedValueOnce(1).mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const { creditsStore, signIn, refetchCredits } = await setUp();
    await signIn();
    reportLive(1);
    const refetched = refetchCredits();
    await settle();
    reportLive(6);
    answer(1);
    await refetched;
    expect(creditsStore.get()).toEqual({ status: 'ready', restoresAvailable: 6 });
  });

  test('a verified e-mail address refreshes the token, then asks again', async () => {
    call.mockResolvedValueOnce(0).mockResolvedValueOnce(1);
    const { creditsStore, signIn } = await setUp();
    await signIn(false);
    await signIn(true);
    expect(refreshToken).toHaveBeenCalledTimes(1);
    expect(creditsStore.get().restoresAvailable).toBe(1);
  });

  test('signing out stops listening and forgets the balance', async () => {
    call.mockResolvedValue(3);
    const { creditsStore, sessionStore, signIn, fetchCredits } = await setUp();
    await signIn();
    sessionStore.set({ status: 'signedOut' });
    expect(stopLive).toHaveBeenCalledTimes(1);
    expect(creditsStore.get()).toEqual({ status: 'loading', restoresAvailable: 0 });
    await expect(fetchCredits()).rejects.toThrow('Nobody is signed in');
  });
});
