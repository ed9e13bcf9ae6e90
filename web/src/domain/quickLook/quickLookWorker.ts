/**
 * The worker's side of `quickLook.ts`. firebase.json lets this one file run WebAssembly and talk with nobody but its own
 * origin. It is the one file of the client that imports a package beside `contract`.
 */
import colour from '@heirlight/restore-engine/models/colour.onnx?url';
import damage from '@heirlight/restore-engine/models/damage.onnx?url';
import {
  createPicture,
  type Picture,
  QUICK_LOOK_SIDE_PX,
  quickLook,
  type Rect,
} from '@heirlight/restore-engine/quick-look';
import runtime from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { findFaces } from '../prepare/findFaces';
import type { QuickLookMessage, QuickLookProblem } from './quickLook';
import { createWasmModels } from './wasmModels';

/** For looking only. */
const QUALITY = 0.92;

class Problem extends Error {
  constructor(
    readonly problem: QuickLookProblem,
    options?: ErrorOptions,
  ) {
    super(problem, options);
  }
}

const tell = (message: QuickLookMessage) => self.postMessage(message);

/**
 * Its name changes with its content, so that what this device has is good however old it is: Hosting lets browsers keep
 * a file for ten minutes (docs/decisions/2026-11-23-new-versions-and-no-network.md).
 */
async function bytesOf(url: string): Promise<ArrayBuffer> {
  try {
    const kept = await fetch(url, { cache: 'force-cache' });
    const response = kept.ok ? kept : await fetch(url, { cache: 'reload' });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return await response.arrayBuffer();
  } catch (cause) {
    throw new Problem('download', { cause });
  }
}

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Problem('memory');
  return context;
}

/** Draws the photo upright, no larger than a quick look takes. */
async function small(file: Blob): Promise<OffscreenCanvasRenderingContext2D> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, QUICK_LOOK_SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const sideOf = (side: number) => Math.max(1, Math.round(side * scale));
  const context = contextOf(sideOf(bitmap.width), sideOf(bitmap.height));
  const { width, height } = context.canvas;
  // Behind the transparent parts of a PNG, as when it is uploaded.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context;
}

function pictureOf({ data, width, height }: ImageData): Picture {
  const picture = createPicture(width, height);
  for (let i = 0, j = 0; i < data.length; i += 4, j += 3) picture.data.set(data.subarray(i, i + 3), j);
  return picture;
}

function drawn({ width, height, data }: Picture): OffscreenCanvas {
  const image = new ImageData(width, height);
  image.data.fill(255);
  for (let i = 0, j = 0; j < data.length; i += 4, j += 3) image.data.set(data.subarray(j, j + 3), i);
  const context = contextOf(width, height);
  context.putImageData(image, 0, 0);
  return context.canvas;
}

/** A pixel has changed visibly from this many grey levels on, and a photo if this share of its values has. */
const VISIBLE = { levels: 8, share: 0.005 };

function isVisible(before: Picture, after: Picture): boolean {
  let changed = 0;
  for (const [i, value] of after.data.entries()) {
    if (Math.abs(value - (before.data[i] ?? 0)) >= VISIBLE.levels) changed++;
  }
  return changed >= VISIBLE.share * after.data.length;
}

const encoded = (canvas: OffscreenCanvas) => canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });

async function look(file: Blob): Promise<void> {
  if (typeof WebAssembly === 'undefined') throw new Problem('unsupported');
  const [before, code, ...networks] = await Promise.all([
    small(file),
    bytesOf(runtime),
    ...[colour, damage].map(async (url) => new Uint8Array(await bytesOf(url))),
  ]);
  const [colourNetwork, damageNetwork] = networks as [Uint8Array, Uint8Array];
  const models = createWasmModels({ runtime: code, networks: { colour: colourNetwork, damage: damageNetwork } });
  const onProgress = ({ percent }: { percent: number }) => tell({ kind: 'working', percent });
  // The page ends this worker when nobody wants its look any more.
  const { width, height } = before.canvas;
  const pixels = before.getImageData(0, 0, width, height);
  const photo = pictureOf(pixels);
  const faces = (await findFaces(pixels)).map(
    (face): Rect => ({
      left: face.x * width,
      top: face.y * height,
      width: face.width * width,
      height: face.height * height,
    }),
  );
  const after = await quickLook({ models, onProgress, checkpoint: () => undefined }, photo, faces);
  if (!isVisible(photo, after)) throw new Problem('nothing');
  const [first, second] = await Promise.all([encoded(before.canvas), encoded(drawn(after))]);
  tell({ kind: 'done', look: { before: first, after: second, width, height } });
}

/** Engines word it differently: "out of memory", "could not allocate memory", "bad_alloc". */
const isOutOfMemory = (error: unknown) => error instanceof RangeError || /memory|alloc/i.test(String(error));
const isRefused = (error: unknown) => /CompileError|WebAssembly is not|no available backend/i.test(String(error));

function problemOf(error: unknown): QuickLookProblem {
  if (error instanceof Problem) return error.problem;
  if (isOutOfMemory(error)) return 'memory';
  return isRefused(error) ? 'unsupported' : 'failed';
}

self.onmessage = ({ data: file }: MessageEvent<Blob>) => {
  look(file).catch((error: unknown) => {
    const problem = problemOf(error);
    if (problem !== 'nothing') console.error('The quick look failed', error);
    tell({ kind: 'failed', problem });
  });
};
