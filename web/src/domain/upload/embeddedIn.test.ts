import { expect, jest, test } from '@jest/globals';
import { embeddedIn } from './embeddedIn';
import type { Pictures } from './pictures';

const file = new File(['…'], 'grandma.jpg', { type: 'image/jpeg' });
const said = { date: null, title: 'Grandma', caption: null, source_type: null, has_credentials: false, dpi: null };

test('a photo chosen without a network keeps what its file says: it is read when it is sent', async () => {
  const readEmbedded = jest.fn<Pictures['readEmbedded']>().mockResolvedValue(said);
  readEmbedded.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const embedded = embeddedIn({ readEmbedded }, file);
  expect(await embedded()).toEqual(said);
  expect(readEmbedded).toHaveBeenCalledTimes(2);
});

test('what can be read is read once; what cannot keeps no photo from its restore', async () => {
  const readEmbedded = jest.fn<Pictures['readEmbedded']>().mockResolvedValue(said);
  const embedded = embeddedIn({ readEmbedded }, file);
  expect([await embedded(), await embedded()]).toEqual([said, said]);
  expect(readEmbedded).toHaveBeenCalledTimes(1);

  const log = jest.spyOn(console, 'error').mockReturnValue();
  expect(await embeddedIn({ readEmbedded: () => Promise.reject(new Error('broken')) }, file)()).toBeNull();
  log.mockRestore();
});
