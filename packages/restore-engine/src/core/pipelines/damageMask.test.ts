import { describe, expect, test } from '@jest/globals';
import { countedCheckpoint } from '../../testing/checkpoints';
import { gaussianBlur } from '../image/blur';
import { coverage, type Mask } from '../image/mask';
import { byteAt, createRaster, numberAt, type Raster } from '../image/picture';
import { carefulOn, damageIn, tellsLines } from './damageMask';

const SIDE = 400;
/** In the detector's pixels, which are the scan's here. */
const SOFT_SIGMA_PX = 3;

interface Mark {
  left: number;
  top: number;
  width: number;
  height: number;
  chance: number;
}

/** A picture without damage but for these marks. */
function chanceOf(...marks: Mark[]): Raster {
  const chance = createRaster(SIDE, SIDE, 1);
  for (const { left, top, width, height, chance: value } of marks) {
    for (let y = top; y < top + height; y++) chance.data.fill(value, y * SIDE + left, y * SIDE + left + width);
  }
  return chance;
}

interface Print {
  monochrome?: boolean;
  soft?: boolean;
  /** As soft as the picture unless told. */
  softMarks?: boolean;
}

/** Where the pictured ground gets lighter, beside all marks. */
const EDGE = { from: 368, dark: 60, light: 250 };

/**
 * What is damaged in a print whose marks are bright lines before an edge, as the scan shows both: sharp to the pixel or
 * soft.
 */
function damaged(chance: Raster, { monochrome = true, soft = false, softMarks = soft }: Print = {}): Mask {
  const ground = createRaster(SIDE, SIDE, 1);
  for (let y = 0; y < SIDE; y++) {
    ground.data.fill(EDGE.dark, y * SIDE, y * SIDE + EDGE.from);
    ground.data.fill(EDGE.light, y * SIDE + EDGE.from, (y + 1) * SIDE);
  }
  const marks: Raster = { ...chance, data: chance.data.map((value) => 140 * value) };
  const blurred = (raster: Raster, isSoft: boolean) => (isSoft ? gaussianBlur(raster, SOFT_SIGMA_PX) : raster);
  const [seen, over] = [blurred(ground, soft), blurred(marks, softMarks)];
  const whole: Raster = { ...seen, data: seen.data.map((level, i) => Math.min(255, level + numberAt(over.data, i))) };
  return damageIn(chance, { monochrome, luma: whole });
}

const line = (top: number, chance: number): Mark => ({ left: 50, top, width: 250, height: 3, chance });
const isMarked = (chance: Raster, { left, top }: Mark, print?: Print) =>
  byteAt(damaged(chance, print).data, (top + 1) * SIDE + left + 1) === 1;

/** What lies around a mark: the network doubts it. */
const inDoubt = ({ left, top, width, height }: Mark): Mark => ({
  left: left - 12,
  top: top - 12,
  width: width + 24,
  height: height + 24,
  chance: 0.2,
});

describe('a grey photo', () => {
  const short = (mark: Mark): Mark => ({ ...mark, width: 14 });
  test('loses a long scratch that is fairly certain', () => {
    const scratch = line(100, 0.85);
    expect(isMarked(chanceOf(scratch), scratch)).toBe(true);
  });

  test('keeps short marks of the same probability: a button, a hair, a light in an eye', () => {
    const button = short(line(100, 0.85));
    expect(isMarked(chanceOf(button), button)).toBe(false);
    const speck = short(line(100, 0.97));
    expect(isMarked(chanceOf(speck), speck)).toBe(true);
  });

  test('keeps long marks if their surroundings are uncertain too: leaves, rigging, braid', () => {
    const rope = line(100, 0.85);
    expect(isMarked(chanceOf(inDoubt(rope), rope), rope)).toBe(false);
    const crack = line(100, 0.99);
    expect(isMarked(chanceOf(inDoubt(crack), crack), crack)).toBe(true);
  });

  test('judges every mark alone: a scratch goes, the leaves beside it stay', () => {
    const leaves = Array.from({ length: 12 }, (_, i) => short(line(20 + i * 30, 0.65)));
    const crack = line(385, 0.99);
    const chance = chanceOf(...leaves, crack);
    expect(isMarked(chance, crack)).toBe(true);
    for (const leaf of leaves) expect(isMarked(chance, leaf)).toBe(false);
  });

  test('loses a less certain chip in a photo that is clear but for its cracks, and keeps it in one full of doubt', () => {
    const crack = line(60, 0.99);
    const chip: Mark = { left: 200, top: 100, width: 12, height: 12, chance: 0.8 };
    const leaves = Array.from({ length: 9 }, (_, i) => ({ ...line(180 + i * 20, 0.5), width: 340 }));
    expect(isMarked(chanceOf(crack, chip), chip)).toBe(true);
    expect(isMarked(chanceOf(crack, chip, ...leaves), chip)).toBe(false);
  });

  test('if badly damaged, loses less certain marks too', () => {
    const cracks = [40, 80, 120, 160].map((top) => line(top, 0.99));
    const end = 201 * SIDE + 290;
    // Sure in part: the rest of the line comes along, though what is around it is doubted.
    const likely = [inDoubt(line(200, 0.65)), line(200, 0.65), { ...line(200, 0.92), width: 100 }];
    expect(byteAt(damaged(chanceOf(...cracks, ...likely)).data, end)).toBe(1);
    expect(byteAt(damaged(chanceOf(...cracks.slice(2), ...likely)).data, end)).toBe(0);
  });
});

describe('a badly damaged street, full of lines', () => {
  const cracks = [40, 80, 120, 160].map((top) => line(top, 0.99));
  const rail = [inDoubt(line(200, 0.65)), line(200, 0.65), { ...line(200, 0.92), width: 100 }];
  const windows = Array.from({ length: 9 }, (_, i) => line(220 + i * 18, 0.4));

  test('keeps what would count as a scratch in a picture with few lines', () => {
    expect(byteAt(damaged(chanceOf(...cracks, ...rail)).data, 201 * SIDE + 60)).toBe(1);
    expect(byteAt(damaged(chanceOf(...cracks, ...rail, ...windows)).data, 201 * SIDE + 60)).toBe(0);
  });

  test('loses these marks if the print is soft: its cracks are no more certain', () => {
    const soft = line(200, 0.6);
    const chance = chanceOf(...cracks, soft, ...windows);
    const at = 201 * SIDE + 60;
    expect(byteAt(damaged(chance).data, at)).toBe(0);
    expect(byteAt(damaged(chance, { soft: true }).data, at)).toBe(1);
    // What is unlikely stays all the same.
    expect(byteAt(damaged(chance, { soft: true }).data, 221 * SIDE + 60)).toBe(0);
  });

  test('still loses its cracks', () => {
    const [crack] = cracks as [Mark];
    expect(isMarked(chanceOf(...cracks, ...rail, ...windows), crack)).toBe(true);
  });
});

describe('a crowd with white sleeves before a fence', () => {
  const bright = [40, 80, 120].map((top) => line(top, 0.99));
  const doubted = (lines: number) => Array.from({ length: lines }, (_, i) => line(150 + i * 15, 0.5));

  test('keeps everything if the uncertain area is more than three times the certain one', () => {
    for (const monochrome of [true, false]) {
      expect(coverage(damaged(chanceOf(...bright, ...doubted(11)), { monochrome }))).toBe(0);
    }
  });

  test('loses its cracks if the uncertain area is smaller', () => {
    const [crack] = bright as [Mark];
    expect(isMarked(chanceOf(...bright, ...doubted(7)), crack)).toBe(true);
  });
});

test('a badly damaged photo has a higher threshold for marks beside a scratch if more is uncertain', () => {
  const cracks = [40, 80, 120, 160].map((top) => line(top, 0.99));
  const faint = [inDoubt(line(200, 0.45)), line(200, 0.45), { ...line(200, 0.92), width: 100 }];
  const twigs = [220, 240, 260].map((top) => line(top, 0.4));
  const end = 201 * SIDE + 290;
  expect(byteAt(damaged(chanceOf(...cracks, ...faint)).data, end)).toBe(1);
  expect(byteAt(damaged(chanceOf(...cracks, ...faint, ...twigs)).data, end)).toBe(0);
});

describe('a soft scan with two scratches', () => {
  const scratches = [line(60, 0.99), line(100, 0.99)];
  // Short: in a print with little doubt a long one convinces by itself.
  const faint: Mark = { ...line(200, 0.6), width: 40 };
  const found = (marks: readonly Mark[], print: Print) =>
    isMarked(chanceOf(...scratches, ...marks, faint), faint, print);

  test('loses fainter ones too; in a crisp scan each mark is judged alone', () => {
    for (const monochrome of [true, false]) {
      expect(found([], { monochrome, soft: true })).toBe(true);
      expect(found([], { monochrome })).toBe(false);
    }
  });

  test('wide cracks are soft in a crisp scan too: there each mark is judged alone', () => {
    expect(found([], { soft: false, softMarks: true })).toBe(false);
  });

  test('keeps them if far more is uncertain than certain; in colour the limit is higher', () => {
    const doubted = Array.from({ length: 7 }, (_, i) => line(220 + i * 20, 0.34));
    expect(found(doubted, { soft: true })).toBe(false);
    expect(found(doubted, { soft: true, monochrome: false })).toBe(true);
    const more = Array.from({ length: 14 }, (_, i) => line(220 + i * 10, 0.34));
    expect(found(more, { soft: true, monochrome: false })).toBe(false);
  });

  test('keeps all faint marks if the certain ones are short: buttons, cotton, leaves', () => {
    const buttons = Array.from({ length: 36 }, (_, i) => ({ ...line(20 + i * 10, 0.99), left: 350, width: 14 }));
    expect(isMarked(chanceOf(...buttons, faint), faint, { soft: true })).toBe(false);
  });

  test('keeps all faint marks if few are certain', () => {
    const [scratch] = scratches as [Mark];
    expect(isMarked(chanceOf(scratch, faint), faint, { soft: true })).toBe(false);
  });
});

describe('a colour photo', () => {
  test('keeps one or two lines that look like scratches: wire, grass, rain', () => {
    expect(coverage(damaged(chanceOf(line(100, 0.99), line(200, 0.55)), { monochrome: false }))).toBe(0);
  });

  const scratches = [line(100, 0.99), line(140, 0.99)];
  const shareOf = (...marks: Mark[]) => coverage(damaged(chanceOf(...marks), { monochrome: false }));

  test('loses a few scratches, mark by mark, if hardly anything is uncertain', () => {
    const faint = line(200, 0.45);
    expect(shareOf(...scratches.slice(1))).toBe(0);
    expect(shareOf(...scratches, faint)).toBeCloseTo(shareOf(...scratches), 5);
    expect(shareOf(...scratches)).toBeGreaterThan(0.009);
  });

  test('loses scratches longer than its width, even if thin and if more is uncertain than certain', () => {
    const SCRATCHES = [60, 90, 120, 150];
    const thin = (top: number) => ({ ...line(top, 0.99), height: 1 });
    const doubted = [line(200, 0.5)];
    expect(shareOf(...SCRATCHES.map(thin), ...doubted)).toBeGreaterThan(0.004);
    // A cat's whiskers, end to end, do not.
    expect(shareOf(...SCRATCHES.slice(1).map(thin), ...doubted)).toBe(0);
    const tooMany = Array.from({ length: 3 }, (_, i) => line(200 + 20 * i, 0.5));
    expect(shareOf(...SCRATCHES.map(thin), ...tooMany)).toBe(0);
  });

  test('keeps them if nearly as much is uncertain: stalks, the rim of a jug', () => {
    const doubted = [line(200, 0.5), line(240, 0.5)];
    expect(shareOf(...scratches, ...doubted)).toBe(0);
  });

  test('keeps them if the certain marks are short: leaves, lights', () => {
    const leaf = (i: number) => ({ ...line(20 + (i % 14) * 25, 0.99), left: 50 + 100 * Math.floor(i / 14), width: 30 });
    expect(shareOf(...Array.from({ length: 20 }, (_, i) => leaf(i)))).toBe(0);
  });

  const cracks = [40, 80, 120, 160].map((top) => line(top, 0.99));

  test('is repaired if badly damaged', () => {
    expect(coverage(damaged(chanceOf(...cracks), { monochrome: false }))).toBeGreaterThan(0.01);
  });

  test('keeps more than a grey print if twice as much is uncertain: tulips, grass, rain', () => {
    const doubted = Array.from({ length: 10 }, (_, i) => line(200 + i * 15, 0.5));
    expect(coverage(damaged(chanceOf(...cracks, ...doubted), { monochrome: false }))).toBe(0);
    expect(coverage(damaged(chanceOf(...cracks, ...doubted)))).toBeGreaterThan(0.01);
  });
});

describe('a mark that reaches the border', () => {
  const mount: Mark = { left: 0, top: 0, width: 30, height: SIDE, chance: 0.99 };

  test('is a mount or a frame if wide, and stays', () => {
    expect(coverage(damaged(chanceOf(mount)))).toBe(0);
  });

  test('says nothing of the lines inside if it is a mount', () => {
    const [sure, unsure] = [line(100, 0.99), { ...line(200, 0.5), height: 8 }];
    expect(tellsLines(chanceOf(sure, { ...unsure, height: 4 }))).toBe(true);
    expect(tellsLines(chanceOf(sure, unsure))).toBe(false);
    expect(tellsLines(chanceOf(mount, sure, unsure))).toBe(false);
  });

  test('is a speck if wide but short, and goes', () => {
    const speck = { left: 200, top: 0, width: 30, height: 30, chance: 0.99 };
    expect(isMarked(chanceOf(speck), speck)).toBe(true);
  });

  test('is a scratch if thin, also beside a mount', () => {
    const scratch: Mark = { left: 60, top: 0, width: 3, height: SIDE, chance: 0.99 };
    expect(isMarked(chanceOf(mount, scratch), scratch)).toBe(true);
  });

  test('does not count as damage if it runs along it: it is the lid, or the print’s border', () => {
    const faint: Mark = { ...line(200, 0.6), width: 40 };
    const within: Mark = { left: 2, top: 80, width: 250, height: 6, chance: 0.99 };
    for (const [top, expected] of [
      [2, false],
      [100, true],
    ] as const) {
      expect(isMarked(chanceOf({ ...within, top }, faint), faint, { soft: true })).toBe(expected);
    }
  });

  test('a wide hole in the middle is not a mount', () => {
    const hole: Mark = { left: 180, top: 180, width: 40, height: 40, chance: 0.99 };
    expect(isMarked(chanceOf(hole), hole)).toBe(true);
  });

  test('a less certain hole in the middle, with doubt around it, is sky over a ridge', () => {
    const sky: Mark = { left: 180, top: 180, width: 40, height: 40, chance: 0.93 };
    expect(isMarked(chanceOf(inDoubt(sky), sky), sky)).toBe(false);
  });
});

describe('a face in a badly damaged print', () => {
  const FACE: Mark = { left: 100, top: 180, width: 120, height: 120, chance: 1 };
  const cracks = [40, 80, 120, 360].map((top) => line(top, 0.99));
  const glasses: Mark = { left: 120, top: 220, width: 60, height: 3, chance: 0.42 };
  const hinge: Mark = { ...glasses, width: 16, chance: 0.92 };
  const scratch = line(260, 0.97);
  const onFace = (...marks: Mark[]) => {
    const chance = chanceOf(...cracks, ...marks);
    const faces: Mask = { ...chanceOf(FACE), data: Uint8Array.from(chanceOf(FACE).data) };
    const isIn = (mask: Mask, { left, top, width }: Mark) => byteAt(mask.data, (top + 1) * SIDE + left + width - 2);
    const found = damaged(chance);
    return (mark: Mark) => [isIn(found, mark), isIn(carefulOn(faces, { chance, found }), mark)];
  };

  test('keeps what does not convince by itself, as the frame of glasses', () => {
    expect(onFace(glasses, hinge)(glasses)).toEqual([1, 0]);
  });

  test('loses a scratch across it, whole', () => {
    const onFaceOf = onFace(scratch, glasses, hinge);
    expect(onFaceOf(scratch)).toEqual([1, 1]);
    expect(onFaceOf({ ...scratch, width: 100 })).toEqual([1, 1]);
  });

  test('what is beside it is judged as without it', () => {
    const beside = [glasses, hinge].map((mark) => ({ ...mark, left: mark.left + 130 }));
    expect(onFace(...beside)(beside[0] as Mark)).toEqual([1, 1]);
  });
});

test('cancellation is checked at every group of marks', () => {
  const marks = Array.from({ length: 20 }, (_, i) => ({
    left: 20 + i * 18,
    top: 100,
    width: 4,
    height: 4,
    chance: 0.5,
  }));
  const callsFor = (...found: Mark[]) => {
    const count = countedCheckpoint();
    damageIn(chanceOf(...found), { monochrome: true, luma: createRaster(SIDE, SIDE, 1), checkpoint: count.checkpoint });
    return count.calls;
  };
  expect(callsFor()).toBeGreaterThan(4);
  expect(callsFor(...marks)).toBe(callsFor() + marks.length);
  const early = countedCheckpoint(3);
  const luma = createRaster(SIDE, SIDE, 1);
  expect(() => damageIn(chanceOf(...marks), { monochrome: true, luma, checkpoint: early.checkpoint })).toThrow(
    'cancelled',
  );
  expect(early.calls).toBe(3);
});
