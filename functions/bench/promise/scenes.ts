/** What the bench is made of: photographs, damage, and what a model with habits makes of them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyHabits, type Habit } from '@heirlight/replicate-emulator/habits';
import { decodeRgb, fromRgb, type RawPicture } from '../../src/platform/pictures';

const here = path.dirname(fileURLToPath(import.meta.url));
const FOLDERS = [path.join(here, 'photos'), path.join(here, '../../../packages/restore-engine/testdata/bench')];

export interface Photograph {
  name: string;
  /** Rules and thresholds were chosen on the others; these only judge. */
  isKeptApart: boolean;
  picture: RawPicture;
}

/**
 * Kept apart are those that nobody looked at while rules and thresholds were chosen.
 *
 * @param other a folder of JPEGs to take instead, all kept apart
 */
export async function photographs(other?: string): Promise<Photograph[]> {
  const files = (other ? [other] : FOLDERS).flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.jpg'))
      .map((file) => path.join(folder, file)),
  );
  return Promise.all(
    files.map(async (file) => ({
      name: path.parse(file).name,
      isKeptApart: other !== undefined || file.startsWith(FOLDERS[1] ?? '') || path.basename(file).startsWith('nasa_'),
      picture: await decodeRgb(readFileSync(file)),
    })),
  );
}

/** The same numbers (0..1) for the same seed: mulberry32. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Habits of an honest model: it draws this photo, in another place, size and tone. */
export function honestHabits(random: () => number): Habit[] {
  const between = (least: number, most: number) => least + (most - least) * random();
  const habits: Habit[] = [{ kind: 'tone', gamma: between(0.7, 1.45), warmth: Math.round(between(-15, 25)) }];
  if (random() < 0.6) habits.push({ kind: 'warp', size: between(0, 0.02), seed: Math.floor(random() * 1e6) });
  const [x, y, degrees] = [between(-0.04, 0.04), between(-0.04, 0.04), between(-1.5, 1.5)];
  habits.push({ kind: 'move', zoom: between(0.93, 1.08), x, y, degrees });
  if (random() < 0.15) habits.push({ kind: 'frame', size: between(0.005, 0.03) });
  return [...habits, { kind: 'megapixel', pixels: 1_000_000 }];
}

const png = async (picture: RawPicture) => (await fromRgb(picture)).png({ compressionLevel: 1 }).toBuffer();

export async function withHabits(picture: RawPicture, habits: readonly Habit[]): Promise<RawPicture> {
  return decodeRgb(await applyHabits(await png(picture), { habits, format: 'png' }));
}

/** Scratches, spots, a tear, fading and grain. `harm` is 255 where more than fading and grain was done. */
export async function damaged(
  whole: RawPicture,
  random: () => number,
): Promise<{ picture: RawPicture; harm: Uint8Array }> {
  const { width, height } = whole;
  const long = Math.max(width, height);
  const at = () => `${(random() * width).toFixed(1)} ${(random() * height).toFixed(1)}`;
  const scratches = Array.from(
    { length: 8 },
    () => `<path d="M${at()} Q${at()} ${at()}" stroke-width="${long * 0.002}"/>`,
  );
  const tear = `<path d="M${random() * width} 0 Q${at()} ${random() * width} ${height}" stroke-width="${long * 0.012}"/>`;
  const spots = Array.from({ length: 12 }, () => {
    const [cx, cy] = at().split(' ');
    return `<circle cx="${cx}" cy="${cy}" r="${long * (0.002 + 0.008 * random())}" fill="#fff" stroke="none"/>`;
  });
  const svg = (paint: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g fill="none" stroke="#fff">${paint}</g></svg>`,
    );
  const marks = svg([...scratches, ...spots, tear].join(''));
  const mask = await (await fromRgb({ width, height, data: Buffer.alloc(width * height * 3) }))
    .composite([{ input: marks }])
    .extractChannel(0)
    .raw()
    .toBuffer();
  const [fade, grain] = [0.6 + 0.3 * random(), 2 + 4 * random()];
  const data = Buffer.alloc(width * height * 3);
  for (let i = 0; i < mask.length; i++) {
    const noise = grain * (random() + random() + random() - 1.5) * 1.4;
    const share = (mask[i] ?? 0) / 255;
    for (let channel = 0; channel < 3; channel++) {
      const sound = 40 + (whole.data[i * 3 + channel] ?? 0) * fade + noise;
      data[i * 3 + channel] = Math.min(255, Math.max(0, Math.round(sound * (1 - share) + 238 * share)));
    }
  }
  return { picture: { data, width, height }, harm: mask };
}

export async function withoutColour(picture: RawPicture): Promise<RawPicture> {
  const grey = (await fromRgb(picture)).greyscale().toColourspace('srgb');
  return decodeRgb(await grey.png({ compressionLevel: 1 }).toBuffer());
}
