import { expect, test } from '@jest/globals';
import type { Embedded } from '../photo';
import { factsOf, SOURCE_TYPE_URI, sourceTypeOf } from './photoFacts';

const embedded = (more: Partial<Embedded> = {}): Embedded => ({
  date: null,
  title: null,
  caption: null,
  source_type: null,
  has_credentials: false,
  ...more,
});
const photo = { tool: 'photoscaler', name: null, date_text: null, caption: null, embedded: null, completed_at: null };

test('what is typed goes before what the upload said', () => {
  const said = embedded({ date: '1950-01-02', title: 'IMG', caption: 'Old words' });
  expect(factsOf({ ...photo, embedded: said })).toMatchObject({
    title: 'IMG',
    caption: 'Old words',
    date: { created: '1950-01-02' },
    system: 'Heirlight PhotoScaler',
  });
  const typed = { name: 'Mary', date_text: 'about 1943', caption: 'In the garden' };
  expect(factsOf({ ...photo, ...typed, embedded: said })).toMatchObject({
    title: 'Mary',
    caption: 'In the garden',
    date: { created: '1943', words: 'about 1943' },
  });
});

test('a mark that AI left on the upload is never weakened, and is told in the history', () => {
  expect(sourceTypeOf(photo)).toBe('algorithmicallyEnhanced');
  expect(sourceTypeOf({ ...photo, tool: 'colorize' })).toBe('compositeWithTrainedAlgorithmicMedia');
  expect(sourceTypeOf({ ...photo, tool: 'retired' })).toBe('compositeWithTrainedAlgorithmicMedia');
  const uri = `${SOURCE_TYPE_URI}trainedAlgorithmicMedia`;
  const marked = { ...photo, embedded: embedded({ source_type: uri, has_credentials: true }) };
  expect(sourceTypeOf(marked)).toBe('trainedAlgorithmicMedia');
  expect(factsOf(marked).origin).toContain(uri);
  expect(factsOf(marked).origin).toContain('C2PA');
  expect(sourceTypeOf({ ...marked, embedded: embedded({ source_type: `${SOURCE_TYPE_URI}print` }) })).toBe(
    'algorithmicallyEnhanced',
  );
  expect(factsOf({ ...photo, embedded: embedded({ caption: 'x' }) }).origin).toBeNull();
});
