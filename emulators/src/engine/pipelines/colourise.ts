/** Colour for grey pictures. */
import { type JobContext, stage } from '../context';
import { at, copyPicture, type Picture } from '../image/picture';
import { toGrey } from '../image/tone';

/** Cb and Cr of the toning, from the shadows to the lights: cool blacks, warm skin and paper. */
const TONES = [
  { luma: 0, cb: 3, cr: -1 },
  { luma: 70, cb: -3, cr: 3 },
  { luma: 150, cb: -13, cr: 9 },
  { luma: 215, cb: -11, cr: 6 },
  { luma: 255, cb: -4, cr: 2 },
] as const;

/** Tones a grey picture as a hand-coloured print was prepared: split warm and cool, luma untouched. */
export async function colourise(
  context: JobContext,
  picture: Picture,
  range: readonly [number, number],
): Promise<Picture> {
  stage(context, 'Adding colour', range);
  const out = copyPicture(toGrey(picture));
  for (let i = 0; i < out.data.length; i += 3) {
    const luma = at(out.data, i);
    const { cb, cr } = toneAt(luma);
    out.data[i] = luma + 1.402 * cr;
    out.data[i + 1] = luma - 0.344 * cb - 0.714 * cr;
    out.data[i + 2] = luma + 1.772 * cb;
  }
  return out;
}

function toneAt(luma: number): { cb: number; cr: number } {
  const next = TONES.findIndex((tone) => tone.luma >= luma);
  const above = TONES[next] ?? TONES[TONES.length - 1];
  const below = TONES[Math.max(0, next - 1)];
  if (!above || !below || above.luma === below.luma) return { cb: above?.cb ?? 0, cr: above?.cr ?? 0 };
  const share = (luma - below.luma) / (above.luma - below.luma);
  return { cb: below.cb + (above.cb - below.cb) * share, cr: below.cr + (above.cr - below.cr) * share };
}
