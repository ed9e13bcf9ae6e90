import { afterEach, expect, jest, test } from '@jest/globals';
import { connectivityStore } from '../../lib/connectivity';
import { subscribeToasts } from '../../lib/toast';
import { dialogStore } from '../dialogs/dialogs';
import { addDrafts } from './addDrafts';

jest.mock('../upload/checkDraft', () => {
  throw new TypeError('Failed to fetch');
});

const toasts: string[] = [];
subscribeToasts(({ title }) => toasts.push(title));

afterEach(() => connectivityStore.set('online'));

test('a photo that cannot be looked at, as that code cannot be downloaded, is told', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  const photo = new File(['…'], 'grandma.jpg', { type: 'image/jpeg' });
  await addDrafts([photo]);
  connectivityStore.set('offline');
  await addDrafts([photo]);
  expect(toasts).toEqual(['Could not connect', 'You are offline']);
  expect(dialogStore.get().open).toBeNull();
});
