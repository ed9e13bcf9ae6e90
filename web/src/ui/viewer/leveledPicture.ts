import { MAX_CANVAS_PX, SCREEN_SIDE_PX } from '@heirlight/contract/limits';
import { type TileLevel, tileLevels } from '@heirlight/contract/tiles';
import { connectivityStore, isOffline } from '../../lib/connectivity';
import { AGAIN_AFTER_MS } from '../../lib/retryPictures';
import type { Rect, Size } from './camera';
import { openTileFile, type TileFile } from './tileFile';
import { levelFor, tilesInSight } from './tilesInSight';

/** The files of one picture, smallest first. */
export interface PictureFiles {
  /** The picture's own size in pixels; null if unknown. */
  size: Size | null;
  thumbnail: string | null;
  screen: string | null;
  whole: string;
  tiles: string | null;
}

/** One picture in as many pixels as are needed. */
export interface LeveledPicture {
  /** Its own size, or that of the first file that came; null while neither is known. */
  size(): Size | null;
  /** Whether nothing of it is here yet. */
  isBlank(): boolean;
  /** Whether none of its files could be had. */
  isLost(): boolean;
  /**
   * Draws what is here of it into `at`, in device pixels, of which `part` (0..1 of the picture) is in sight.
   *
   * @param shownPx how wide it is shown in the end, device pixels: so sharp it is drawn
   */
  draw(context: CanvasRenderingContext2D, at: Rect, part: Rect, shownPx?: number): void;
  /** Loads what is needed to show `part` sharply when the whole picture is `shownPx` device pixels wide. */
  want(shownPx: number, part: Rect): void;
  /** Whether what `want` loads for these is here, as far as it can be had. */
  isSharp(shownPx: number, part: Rect): boolean;
  close(): void;
}

/** A file serves until each of its pixels would cover this many of the screen. */
const LARGEST_PIXEL = 1.05;

type Decoded = HTMLImageElement | ImageBitmap;

interface Image {
  url: string;
  /** An element in no page: its width and height are the picture's own. */
  element: Decoded | null;
  state: 'unasked' | 'asked' | 'lost';
  failures: number;
}

/**
 * A picture whose pixels can be read: those that saving reads, where an image element of a JPEG may be drawn with others.
 * What the browser keeps may have come without the server's leave to read it, because nobody asked for that: then it is
 * loaded anew.
 */
async function readable(url: string): Promise<ImageBitmap> {
  const response = await fetch(url).catch(() => fetch(url, { cache: 'reload' }));
  if (!response.ok) throw new Error(`A stored picture could not be fetched: HTTP ${response.status}`);
  return createImageBitmap(await response.blob());
}

/** Decoded beside the main thread, so that drawing it does not wait. */
async function decoded(url: string, isReadable: boolean): Promise<Decoded> {
  // The page's content security policy does not let it fetch a URL of its own.
  if (isReadable && !url.startsWith('blob:')) return readable(url);
  const element = document.createElement('img');
  element.src = url;
  await element.decode();
  return element;
}

/** Whether the whole file has more to show than the screen picture, and takes no more memory than a phone has. */
const isWorthIt = ({ width, height }: Size) =>
  Math.max(width, height) > SCREEN_SIDE_PX && width * height <= MAX_CANVAS_PX;

/** A bitmap holds its pixels until it is closed. */
const free = (element: Decoded) => 'close' in element && element.close();

/** The files that are drawn whole, smallest first. */
function wholeFiles({ thumbnail, screen, whole, tiles, size }: PictureFiles): string[] {
  const last = !screen || (tiles === null && size !== null && isWorthIt(size)) ? whole : null;
  return [...new Set([thumbnail, screen, last].filter((url) => url !== null))];
}

/** Edges fall on whole pixels: beside each other, tiles leave no seam. */
function drawTile(context: CanvasRenderingContext2D, tile: ImageBitmap, at: Rect): void {
  const [left, top] = [Math.round(at.x), Math.round(at.y)];
  context.drawImage(tile, left, top, Math.round(at.x + at.width) - left, Math.round(at.y + at.height) - top);
}

const within = (whole: Rect, part: Rect): Rect => ({
  x: whole.x + part.x * whole.width,
  y: whole.y + part.y * whole.height,
  width: part.width * whole.width,
  height: part.height * whole.height,
});

/**
 * Opens a picture. Nothing is loaded before it is wanted; what is here is drawn until something sharper is. What could not
 * be had is asked for again, as the pictures of the page are (lib/retryPictures.ts).
 *
 * @param onChange called when something has come that can be drawn
 * @param isReadable whether the pixels of a canvas on which it is drawn can be read. The browser may load its files anew.
 */
export function openPicture(files: PictureFiles, onChange: () => void, isReadable = false): LeveledPicture {
  const images: Image[] = wholeFiles(files).map((url) => ({ url, element: null, state: 'unasked', failures: 0 }));
  const levels: TileLevel[] = files.tiles && files.size ? tileLevels(files.size) : [];
  let tileFile: TileFile | null = null;
  let isClosed = false;

  /** Of these, what was lost: it is loaded the next time it is wanted. */
  const askAgain = (some: readonly Image[]) => {
    if (isClosed || isOffline()) return;
    for (const image of some) if (image.state === 'lost') image.state = 'unasked';
    onChange();
  };
  const load = (image: Image) => {
    image.state = 'asked';
    decoded(image.url, isReadable).then(
      (element) => {
        if (isClosed) return free(element);
        image.element = element;
        onChange();
      },
      () => {
        // The next one may come.
        image.state = 'lost';
        if (isClosed) return;
        const delay = AGAIN_AFTER_MS[image.failures++];
        if (delay !== undefined) setTimeout(askAgain, delay, [image]);
        onChange();
      },
    );
  };
  const sharpest = () => images.findLast(({ element }) => element)?.element;
  const isEnough = ({ element }: Image, shownPx: number) =>
    element !== null && shownPx <= element.width * LARGEST_PIXEL;
  const onTile = () => !isClosed && onChange();
  const stopRetrying = connectivityStore.subscribe(() => askAgain(images));

  const drawLevel = (context: CanvasRenderingContext2D, level: TileLevel, at: Rect, part: Rect) => {
    for (const { number, at: place } of tilesInSight(level, part)) {
      const tile = tileFile?.get(number);
      if (tile) drawTile(context, tile, within(at, place));
    }
  };
  const isHere = (level: TileLevel, part: Rect) =>
    tilesInSight(level, part).every(({ number }) => tileFile?.get(number));

  return {
    size() {
      const element = sharpest();
      return files.size ?? (element ? { width: element.width, height: element.height } : null);
    },
    isBlank: () => sharpest() === undefined,
    isLost: () => images.every(({ state }) => state === 'lost'),
    draw(context, at, part, shownPx = at.width) {
      const image = images.find((one) => isEnough(one, shownPx));
      const level = image ? undefined : levelFor(levels, shownPx);
      if (level && isHere(level, part)) {
        drawLevel(context, level, at, part);
        return;
      }
      const element = image?.element ?? sharpest();
      if (element) context.drawImage(element, at.x, at.y, at.width, at.height);
      if (!level) return;
      // What is sharper lies over what is not.
      for (const one of levels.slice(0, levels.indexOf(level) + 1)) drawLevel(context, one, at, part);
    },
    want(shownPx, part) {
      for (const image of images) {
        if (image.state === 'unasked') load(image);
        // The next one is asked for once it is known that this one is too small.
        if (image.state !== 'lost' && (!image.element || isEnough(image, shownPx))) return;
      }
      const level = levelFor(levels, shownPx);
      if (!files.tiles || !level) return;
      tileFile ??= openTileFile(files.tiles, levels, onTile);
      tileFile.want(tilesInSight(level, part).map(({ number }) => number));
    },
    isSharp(shownPx, part) {
      if (images.some((image) => isEnough(image, shownPx))) return true;
      const level = levelFor(levels, shownPx);
      return level ? isHere(level, part) : images.at(-1)?.element !== null;
    },
    close() {
      isClosed = true;
      stopRetrying();
      tileFile?.close();
      for (const image of images) {
        if (image.element) free(image.element);
        image.element = null;
      }
    },
  };
}
