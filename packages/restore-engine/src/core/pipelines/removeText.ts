/** Takes date stamps, captions and watermarks off and leaves every other pixel as it was. */
import { type JobContext, stage } from '../context';
import type { Mask } from '../image/mask';
import { byteAt, type Picture, type Raster } from '../image/picture';
import { fillHoles } from '../inpaint/fill';
import { findFaces } from '../networks/faceDetector';
import { textChance } from '../networks/textDetector';
import { findLetters, hasLetters } from './findLetters';
import { textLines } from './textLines';
import { unveil } from './unveil';

/** The picture without its text; bytes outside the letters are untouched. */
export async function removeText(
  context: JobContext,
  picture: Picture,
  [from, to]: readonly [number, number],
): Promise<Picture> {
  const [seen, found] = [from + (to - from) * 0.4, from + (to - from) * 0.8];
  stage(context, 'Looking for text', [from, seen]);
  const chance = await textChance(context.models, picture);
  const lines = await textLines(context.models, picture, { chance, checkpoint: context.checkpoint });
  stage(context, 'Looking at the letters', [seen, found]);
  const faces = hasLetters(chance) ? await findFaces(context.models, picture, context.checkpoint) : [];
  const { checkpoint } = context;
  const unveiled = unveil(picture, lines, checkpoint);
  if (!unveiled) {
    const mask = findLetters(picture, { chance, faces, checkpoint });
    return await paintOver(context, picture, { mask, range: [found, to] });
  }
  const others = findLetters(unveiled.picture, { chance: outside(unveiled.zone, chance), faces, checkpoint });
  const mask = { ...others, data: others.data.map((value, i) => value | byteAt(unveiled.rim.data, i)) };
  return await paintOver(context, unveiled.picture, { mask, range: [found, to] });
}

async function paintOver(
  context: JobContext,
  picture: Picture,
  { mask, range }: { mask: Mask; range: readonly [number, number] },
): Promise<Picture> {
  stage(context, 'Removing text', range);
  return await fillHoles(context, picture, mask);
}

/** The chance of text where none has been taken off yet. */
function outside(zone: Mask, chance: Raster): Raster {
  const scale = { x: zone.width / chance.width, y: zone.height / chance.height };
  const data = chance.data.map((value, i) => {
    const x = Math.floor(((i % chance.width) + 0.5) * scale.x);
    const y = Math.floor((Math.floor(i / chance.width) + 0.5) * scale.y);
    return zone.data[y * zone.width + x] ? 0 : value;
  });
  return { ...chance, data };
}
