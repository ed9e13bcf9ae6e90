import { beforeAll, expect, jest, test } from '@jest/globals';

const verification = jest.fn<() => Promise<void>>();
jest.mock('../../lib/firebase/auth', () => ({ firebaseAuth: async () => ({}) }));
jest.mock('firebase/auth', () => ({
  createUserWithEmailAndPassword: async () => ({ user: { uid: 'u1' } }),
  sendEmailVerification: () => verification(),
}));

// Imported after the mocks: with jest's explicit imports the transform does not move them above other imports.
let signUp: typeof import('./authApi').signUp;
beforeAll(async () => {
  ({ signUp } = await import('./authApi'));
});

const credentials = { email: 'ada@example.com', password: 'secret1' };

test('signing up is done when the account is there, however long its email takes', async () => {
  verification.mockReturnValue(new Promise(() => undefined));
  await signUp(credentials);
  expect(verification).toHaveBeenCalledTimes(1);
});

test('an email that could not be sent is logged and fails nothing', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const refused = new Error('too many');
  verification.mockRejectedValue(refused);
  await signUp(credentials);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(log).toHaveBeenCalledWith(expect.any(String), refused);
  log.mockRestore();
});
