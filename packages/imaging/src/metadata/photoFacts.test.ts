import { PLAIN_RESULT, type Stroke } from '@heirlight/contract/adjustment';
import type { Embedded } from '@heirlight/contract/photo';
import { expect, test } from '@jest/globals';
import { factsByHand, factsOf, makingOf, SOURCE_TYPE_URI, sourceTypeOf, takenOn } from './photoFacts';
import { xmpPacket } from './xmp';

const embedded = (more: Partial<Embedded> = {}): Embedded => ({
  date: null,
  title: null,
  caption: null,
  source_type: null,
  has_credentials: false,
  dpi: null,
  ...more,
});
const photo = {
  ...{ tool: 'photoscaler', name: null, date_text: null, caption: null, embedded: null, completed_at: null },
  ...{ original_size: null, restored_size: null },
};

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
  const taken = ['in the 1940s', null, 'long ago'].map((date_text) => takenOn({ date_text, embedded: said }));
  expect([...taken, takenOn(photo)]).toEqual(['1940', '1950-01-02', null, null]);
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

test('a print of the result is as large as the print that was scanned', () => {
  const size = (width: number, height: number) => ({ width, height, bytes: 1 });
  const scan = { ...photo, embedded: embedded({ dpi: 600 }), original_size: size(1200, 900) };
  expect(factsOf({ ...scan, restored_size: size(4800, 3600) }).dpi).toBe(2400);
  expect(factsOf({ ...scan, restored_size: size(600, 450) }).dpi).toBe(300);
  // Stored on its side.
  expect(factsOf({ ...scan, restored_size: size(1800, 2400) }).dpi).toBe(1200);
  expect(factsOf({ ...scan, restored_size: size(1200, 900), embedded: embedded() }).dpi).toBeNull();
  expect(factsOf(scan).dpi).toBeNull();
  expect(factsOf({ ...scan, restored_size: size(12, 9) }).dpi).toBeNull();
  expect(makingOf(scan).dpi).toBeNull();
});

test('the file says how many faces were compared, and how that went; nothing of faces that nobody compared', () => {
  const face = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 };
  const faces = (['same', 'closer', 'same', null] as const).map((verdict) => ({ ...face, verdict }));
  const said = 'Faces compared with the original: 2 the same, 1 made closer to the original.';
  expect(factsOf({ ...photo, faces }).faces).toBe(said);
  expect(xmpPacket(factsOf({ ...photo, faces }))).toContain(`stEvt:parameters="${said}"`);
  expect(factsOf({ ...photo, faces: [{ ...face, verdict: null }] }).faces).toBeNull();
  expect(factsOf(photo).faces).toBeNull();
});

test('a picture that nothing restored says that it was adjusted by hand, and names no AI that was not there', () => {
  const said = embedded({ date: '1931', title: 'Ida', dpi: 300 });
  const facts = factsByHand(said, { ...PLAIN_RESULT, contrast: 0.2 });
  expect(facts).toMatchObject({ title: 'Ida', date: { created: '1931' }, dpi: 300 });
  const xmp = xmpPacket(facts);
  expect(xmp).toContain('Adjusted by hand, in percent: warmth 0, contrast 20.');
  expect(xmp).toContain(`${SOURCE_TYPE_URI}humanEdits"`);
  expect(xmp).toContain('xmp:CreatorTool="Heirlight"');
  expect(xmp.match(/<rdf:li\s+stEvt/g)).toHaveLength(1);
  expect(xmp).not.toContain('AISystemUsed');

  const uri = `${SOURCE_TYPE_URI}trainedAlgorithmicMedia`;
  const marked = xmpPacket(factsByHand(embedded({ source_type: uri }), PLAIN_RESULT));
  expect(marked).toContain(`DigitalSourceType="${uri}"`);
  expect(marked).toContain(`The original file carried: digital source type ${uri}. Adjusted by hand`);
  expect(xmpPacket(factsOf(photo))).toContain('AISystemUsed="Heirlight PhotoScaler"');
});

test('the file says that it was adjusted by hand, and is marked as what it was', () => {
  const facts = factsOf({ ...photo, tool: 'colorize' }, { ...PLAIN_RESULT, repair: 0.305, warmth: -0.2 });
  const said = 'Adjusted by hand, in percent: repair 31, color 100, faces 100, sharpness 100, warmth -20, contrast 0.';
  expect(xmpPacket(facts)).toContain(`stEvt:softwareAgent="Heirlight"\n   stEvt:parameters="${said}"`);
  const stroke = { radius: 0.1, edges: true, points: [1, 2] };
  const colour = { ...stroke, kind: 'colour' as const, colour: '#3b5f8a' };
  const coloured = factsOf(photo, { ...PLAIN_RESULT, strokes: [colour] }).adjustment;
  expect(coloured).toMatch(/contrast 0\. Parts were colored by hand\.$/);
  const takenAway = factsOf(photo, { ...PLAIN_RESULT, strokes: [{ ...colour, colour: null }] }).adjustment;
  expect(takenAway).toMatch(/contrast 0\.$/);
  expect(facts.sourceType).toBe('compositeWithTrainedAlgorithmicMedia');
  expect(xmpPacket(factsOf(photo))).not.toContain('Adjusted');
  const brushed = (kind: Stroke['kind']) => {
    const strokes = [{ kind, radius: 0.02, edges: true, points: [1, 2] }];
    return factsOf(photo, { ...PLAIN_RESULT, strokes }).adjustment;
  };
  expect(brushed('protect')).toMatch(/contrast 0. Parts of the original were brought back by brush.$/);
  expect(brushed('mend')).toMatch(/contrast 0. Marks were mended by brush.$/);
});
