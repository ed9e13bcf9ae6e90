import { expect, test } from '@jest/globals';
import { eachInNewWorld, type World } from '../../test/support/world';
import { embeddedOfSource, embeddedOfUpload } from './embedded';
import { EMBEDDED_KEY } from './uploadMetadata';

let world: World;
eachInNewWorld((made) => {
  world = made;
});

const note = {
  date: '1943-06-12T14:05:00',
  title: 'Mary',
  caption: ' In the\ngarden ',
  source_type: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  has_credentials: true,
  dpi: 600,
};
const tidy = { ...note, caption: 'In the\ngarden' };

test('a note is tidied; one of another shape, or none, counts as none', () => {
  expect(embeddedOfUpload(JSON.stringify(note))).toEqual(tidy);
  const wrong = { ...note, date: 'DROP TABLE', caption: 'x'.repeat(5000), source_type: 'Genuine, says Heirlight' };
  expect(embeddedOfUpload(JSON.stringify(wrong))).toMatchObject({
    date: null,
    caption: 'x'.repeat(1000),
    source_type: null,
  });
  for (const dpi of [0, -300, 1e9, 0.5]) {
    expect(embeddedOfUpload(JSON.stringify({ ...note, dpi }))).toEqual({ ...tidy, dpi: null });
  }
  const { dpi: _dpi, ...older } = note;
  expect(embeddedOfUpload(JSON.stringify(older))).toEqual({ ...tidy, dpi: null });
  for (const bad of [undefined, '', '{', '[]', '{"date":5}', JSON.stringify({ ...note, has_credentials: 'yes' })]) {
    expect(embeddedOfUpload(bad)).toBeNull();
  }
});

test('the photo keeps what its file said, and a restore of its restored picture keeps the strongest mark', async () => {
  const caller = world.caller();
  const custom = { [EMBEDDED_KEY]: JSON.stringify({ ...note, source_type: null }) };
  const { path, photoId } = await world.upload(caller, { tool: 'photoscaler', custom });
  await world.start({ uid: caller.uid, path });
  const photo = await world.photo(photoId);
  expect(photo?.embedded).toEqual({ ...tidy, source_type: null });
  expect(photo?.taken_on).toBe(tidy.date);
  if (!photo) return;
  expect(embeddedOfSource(photo, 'original')).toEqual(photo.embedded);
  expect(embeddedOfSource({ ...photo, tool: 'colorize', embedded: null }, 'restored')).toEqual({
    date: null,
    title: null,
    caption: null,
    source_type: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
    has_credentials: false,
    dpi: null,
  });
  const size = (width: number) => ({ width, height: 10, bytes: 1 });
  const enlarged = { ...photo, original_size: size(20), restored_size: size(80) };
  expect(embeddedOfSource(enlarged, 'original')?.dpi).toBe(600);
  expect(embeddedOfSource(enlarged, 'restored')?.dpi).toBe(2400);
});
