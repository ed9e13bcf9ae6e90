import { expect, test } from '@jest/globals';
import { aUser } from '../../test/samples';
import { knownUser, sessionStore } from './sessionStore';

test('the user is known once the session is', async () => {
  sessionStore.set({ status: 'loading' });
  const asked = knownUser();
  sessionStore.set({ status: 'signedIn', user: aUser() });
  expect(await asked).toEqual(aUser());
  sessionStore.set({ status: 'signedOut' });
  expect(await knownUser()).toBeNull();
});
