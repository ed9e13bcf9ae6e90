import { expect, test } from '@jest/globals';
import { fakeFirebase } from '../../test/fakeDomain';
import { aPhoto, aUser } from '../../test/samples';
import { sessionStore } from '../session/sessionStore';
import { MOST_ORDERED, photosByDate } from './photosByDate';

test('the oldest dates and the newest uploads are read, each photo once, and it says if that is not all', async () => {
  const { load, plainFirestore } = fakeFirebase();
  const { photosWithDate, readPhotos } = plainFirestore;
  sessionStore.set({ status: 'signedIn', user: aUser({ id: 'ada' }) });
  const read = () => photosByDate({ firebase: load, session: { ensureAuth: async () => undefined } });
  const [dated, both, unknown] = ['dated', 'both', 'unknown'].map((id) => aPhoto({ id }));
  photosWithDate.mockResolvedValue([dated!, both!]);
  readPhotos.mockResolvedValue([both!, unknown!]);
  expect(await read()).toEqual({ photos: [dated, both, unknown], isPart: false });
  for (const asked of [photosWithDate, readPhotos]) expect(asked).toHaveBeenCalledWith({ userId: 'ada', count: 300 });
  readPhotos.mockResolvedValue(Array.from({ length: MOST_ORDERED }, (_, index) => aPhoto({ id: `${index}` })));
  expect((await read()).isPart).toBe(true);
});
