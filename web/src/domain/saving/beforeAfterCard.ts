import { BRAND } from '@heirlight/contract/brand';
import { factsOf, withFacts } from '@heirlight/imaging/metadata';
import { copy } from '../../copy/copy';
import { keepCopy } from '../../copy/keepCopy';
import { safeName } from '../../lib/safeName';
import { headlineFamily, textFamily } from '../../theme/fonts/fonts';
import { light, weight } from '../../theme/tokens';
import { adjustmentOf } from '../photos/adjustments';
import { fileStem } from '../photos/photoFiles';
import type { Photo } from '../photos/photosStore';
import { fetchPicture } from './fetchPicture';
import { converted } from './fileForSaving';
import type { NamedFile } from './handOver';

/** Long enough for a print of 18 cm at 300 dots per inch, in pixels. */
const CARD_PX = 2160;
const MARGIN_PX = 96;
const GAP_PX = 24;
const TITLE_PX = 88;
const TEXT_PX = 50;
const LABEL_PX = 42;
const CORNER_PX = 20;
/** Of its usual size. */
const SMALLEST_TITLE = 0.6;
const LINE = 1.3;
/** Wider pictures stand above each other. */
const STACKED_FROM_RATIO = 1.15;
const JPEG_QUALITY = 0.92;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Layout {
  width: number;
  height: number;
  before: Box;
  after: Box;
  /** Top of the words. */
  words: number;
}

/** Where everything stands on a card for pictures of this shape (width divided by height). In pixels. */
export function cardLayout(ratio: number, hasDate: boolean): Layout {
  const inner = CARD_PX - 2 * MARGIN_PX;
  const stacked = ratio >= STACKED_FROM_RATIO;
  const width = stacked ? inner : (inner - GAP_PX) / 2;
  const height = Math.round(width / ratio);
  const before = { x: MARGIN_PX, y: MARGIN_PX, width, height };
  const after = stacked ? { ...before, y: MARGIN_PX + height + GAP_PX } : { ...before, x: MARGIN_PX + width + GAP_PX };
  const words = after.y + height + MARGIN_PX * 0.6;
  const wordsHeight = TITLE_PX * LINE + (hasDate ? TEXT_PX * LINE : 0);
  return { width: CARD_PX, height: Math.round(words + wordsHeight + MARGIN_PX * 0.7), before, after, words };
}

type Context = CanvasRenderingContext2D;

/** Draws the picture so that it fills the box, cut equally at both ends, with the round corners of a print. */
function drawFilling(context: Context, picture: ImageBitmap, { x, y, width, height }: Box): void {
  const scale = Math.max(width / picture.width, height / picture.height);
  const [w, h] = [width / scale, height / scale];
  context.save();
  context.beginPath();
  context.roundRect(x, y, width, height, CORNER_PX);
  context.clip();
  context.drawImage(picture, (picture.width - w) / 2, (picture.height - h) / 2, w, h, x, y, width, height);
  context.restore();
}

/** A word on a small pill of paper in the picture's lower corner. */
function drawLabel(context: Context, word: string, { x, y, height }: Box): void {
  const [padX, padY, inset] = [LABEL_PX * 0.75, LABEL_PX * 0.42, LABEL_PX * 0.75];
  context.font = `${weight.strong} ${LABEL_PX}px ${textFamily}`;
  const width = context.measureText(word).width + 2 * padX;
  const tall = LABEL_PX + 2 * padY;
  const top = y + height - inset - tall;
  context.fillStyle = light.surface;
  context.beginPath();
  context.roundRect(x + inset, top, width, tall, tall / 2);
  context.fill();
  context.fillStyle = light.ink;
  context.fillText(word, x + inset + padX, top + padY + LABEL_PX * 0.82);
}

/** Cuts a text with an ellipsis to what fits. */
function fitting(context: Context, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && context.measureText(`${letters.join('').trim()}…`).width > width) letters.pop();
  return `${letters.join('').trim()}…`;
}

function drawWords(context: Context, { title, date }: CardWords, { words }: Layout): void {
  context.font = `${weight.strong} ${TEXT_PX}px ${textFamily}`;
  const brandWidth = context.measureText(BRAND).width;
  const firstLine = words + TITLE_PX;
  context.fillStyle = light.accent;
  context.fillText(BRAND, CARD_PX - MARGIN_PX - brandWidth, firstLine);
  const room = CARD_PX - 2 * MARGIN_PX - brandWidth - MARGIN_PX / 2;
  const sized = (size: number) => `${weight.headline} ${size}px ${headlineFamily}`;
  context.font = sized(TITLE_PX);
  // A long name becomes smaller before it is cut.
  context.font = sized(TITLE_PX * Math.min(1, Math.max(SMALLEST_TITLE, room / context.measureText(title).width)));
  context.fillStyle = light.ink;
  context.fillText(fitting(context, title, room), MARGIN_PX, firstLine);
  if (!date) return;
  context.font = `${weight.text} ${TEXT_PX}px ${textFamily}`;
  context.fillStyle = light.inkQuiet;
  context.fillText(fitting(context, date, CARD_PX - 2 * MARGIN_PX), MARGIN_PX, firstLine + TEXT_PX * LINE * 1.2);
}

interface CardWords {
  title: string;
  date: string | null;
}

/** Resolves when the letters of these words are here. A card in the fallback's letters is better than none. */
async function loadLetters({ title, date }: CardWords): Promise<void> {
  const faces = [
    [`${weight.headline} ${TITLE_PX}px ${headlineFamily}`, title],
    [`${weight.text} ${TEXT_PX}px ${textFamily}`, date ?? ''],
    [`${weight.strong} ${TEXT_PX}px ${textFamily}`, `${BRAND}${copy.compare.before}${copy.compare.after}`],
  ] as const;
  await Promise.all(faces.map(([font, text]) => document.fonts.load(font, text))).catch(console.error);
}

/**
 * Draws one picture of both, labelled, with the photo's name and date, for sending to the family. It says inside how it
 * was made, as every saved file does.
 *
 * @throws Error if a picture cannot be fetched or drawn
 */
export async function beforeAfterCard(photo: Photo): Promise<NamedFile> {
  const words: CardWords = {
    title: photo.name ?? keepCopy.sharedPage.unnamed,
    date: photo.date_text,
  };
  const [original, stored] = await Promise.all([
    fetchPicture(photo.files.original.screen?.url ?? photo.original_url),
    fetchPicture(photo.files.restored.screen?.url ?? photo.restored_url ?? ''),
    loadLetters(words),
  ]);
  const adjustment = adjustmentOf(photo);
  const facts = { ...factsOf(photo, adjustment), dpi: null };
  const byHand = adjustment && { adjustment, faces: photo.faces ?? [], original };
  const restored = byHand ? await converted({ stored, byHand, type: 'image/png', facts }) : stored;
  const [before, after] = await Promise.all([createImageBitmap(original), createImageBitmap(restored)]);
  const layout = cardLayout(after.width / after.height, words.date !== null);
  const canvas = Object.assign(document.createElement('canvas'), { width: layout.width, height: layout.height });
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('The browser has no canvas');
  context.fillStyle = light.paper;
  context.fillRect(0, 0, layout.width, layout.height);
  context.imageSmoothingQuality = 'high';
  drawFilling(context, before, layout.before);
  drawFilling(context, after, layout.after);
  for (const picture of [before, after]) picture.close();
  drawLabel(context, copy.compare.before, layout.before);
  drawLabel(context, copy.compare.after, layout.after);
  drawWords(context, words, layout);
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
  if (!drawn) throw new Error('The browser could not encode the card');
  const parts = withFacts(new Uint8Array(await drawn.arrayBuffer()), facts);
  return {
    name: `${safeName(keepCopy.save.card.fileName(fileStem(photo)))}.jpg`,
    blob: new Blob(parts, { type: 'image/jpeg' }),
  };
}
