/**
 * Measures how far apart two faces are as persons: the distance of face-api's 128 numbers (`@vladmandic/face-api`).
 * Runs as its own process, `node --import tsx faceDistances.ts pairs.json`, and prints one distance per pair of files
 * as JSON, null if the first shows no face. face-api must take Node for a browser, or it asks for a native build that
 * does not exist here.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';
import { clampRect, cutRaster, type Picture, type Rect } from '../core/image/picture';
import { resample } from '../core/image/resample';
import { findFaces } from '../core/networks/faceDetector';
import { decodePicture } from '../node/decode';
import { createOnnxModels } from '../node/onnxModels';
import { modelFolder, packageRoot } from './workerBundle';

/** What is used of the library; its own types want a DOM. */
interface FaceApi {
  tf: {
    setBackend(name: string): Promise<boolean>;
    ready(): Promise<void>;
    tensor3d(values: Int32Array, shape: [number, number, number]): Tensor3D;
    io: { decodeWeights(bytes: ArrayBuffer, specs: unknown): unknown };
  };
  nets: {
    faceLandmark68Net: Net & { detectLandmarks(face: Tensor3D): Promise<{ align(): Box }> };
    faceRecognitionNet: Net & { computeFaceDescriptor(face: Tensor3D): Promise<Float32Array> };
  };
}
interface Net {
  loadFromWeightMap(weights: unknown): void;
}
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
interface Tensor3D {
  dispose(): void;
}

/** The recognition network's own input. */
const FACE_SIDE_PX = 150;
/** Faces are looked for at this long side: a detector sees both pictures of a pair alike. */
const LONG_SIDE_PX = 640;

async function openFaceApi(): Promise<FaceApi> {
  Object.assign(globalThis, { window: globalThis, document: {} });
  const folder = path.dirname(
    createRequire(path.join(packageRoot(), 'package.json')).resolve('@vladmandic/face-api/package.json'),
  );
  const api = (await import(path.join(folder, 'dist', 'face-api.esm.js'))) as FaceApi;
  await api.tf.setBackend('cpu');
  await api.tf.ready();
  const load = (net: Net, name: string) => {
    const file = (end: string) => readFileSync(path.join(folder, 'model', `${name}${end}`));
    const [{ weights }] = JSON.parse(file('-weights_manifest.json').toString()) as [{ weights: unknown }];
    net.loadFromWeightMap(api.tf.io.decodeWeights(Uint8Array.from(file('.bin')).buffer, weights));
  };
  load(api.nets.faceLandmark68Net, 'face_landmark_68_model');
  load(api.nets.faceRecognitionNet, 'face_recognition_model');
  return api;
}

async function open(file: string): Promise<Picture> {
  const fitted = sharp(file).resize(LONG_SIDE_PX, LONG_SIDE_PX, { fit: 'inside' });
  return await decodePicture(await fitted.png().toBuffer());
}

function tensorOf({ tf }: FaceApi, picture: Picture, part: Rect): Tensor3D {
  const scale = FACE_SIDE_PX / Math.max(part.width, part.height);
  const [width, height] = [Math.round(part.width * scale), Math.round(part.height * scale)];
  const piece = resample(cutRaster(picture, part), width, height, scale < 1 ? 'area' : 'cubic');
  return tf.tensor3d(Int32Array.from(piece.data), [height, width, 3]);
}

async function describe(api: FaceApi, picture: Picture, face: Rect): Promise<Float32Array> {
  const whole = tensorOf(api, picture, face);
  const landmarks = await api.nets.faceLandmark68Net.detectLandmarks(whole);
  const box = landmarks.align();
  const scale = Math.max(face.width, face.height) / FACE_SIDE_PX;
  const aligned = clampRect(
    {
      left: face.left + box.x * scale,
      top: face.top + box.y * scale,
      width: box.width * scale,
      height: box.height * scale,
    },
    picture,
  );
  const close = tensorOf(api, picture, aligned);
  const descriptor = await api.nets.faceRecognitionNet.computeFaceDescriptor(close);
  whole.dispose();
  close.dispose();
  return descriptor;
}

async function main(): Promise<void> {
  const pairs = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as [string, string][];
  const models = createOnnxModels({ modelFolder: modelFolder(), userModelFolder: '' });
  const pictures = await Promise.all(pairs.flat().map(open));
  const faces: (Rect | undefined)[] = [];
  for (const picture of pictures) {
    const [surest] = await findFaces(models, picture, () => undefined);
    faces.push(surest);
  }
  const api = await openFaceApi();
  const distances: (number | null)[] = [];
  for (let i = 0; i < pictures.length; i += 2) {
    const [first, second] = [pictures[i], pictures[i + 1]];
    const face = faces[i];
    if (!first || !second || !face) {
      distances.push(null);
      continue;
    }
    // Of one photograph before and after, the face is at the same place; another photograph has its own.
    const sameSize = first.width === second.width && first.height === second.height;
    const other = sameSize ? face : faces[i + 1];
    if (!other) {
      distances.push(null);
      continue;
    }
    const [a, b] = [await describe(api, first, face), await describe(api, second, other)];
    distances.push(Math.hypot(...a.map((value, k) => value - (b[k] ?? 0))));
  }
  process.stdout.write(`${JSON.stringify(distances)}\n`);
}

await main();
