import { describe, expect, test } from '@jest/globals';
import { filled, type Infer, modelsInMemory } from '../../testing/modelsInMemory';
import { byteAt, createPicture, type Picture, type Rect } from '../image/picture';
import { easeSmallFaces } from './smallFaces';
import { TOOL_PIPELINES } from './tools';

/** A grey source, and its enlargement by a network that made stripes of it: one level for even columns, one for odd. */
const GREY = 120;
const STRIPES = 30;
const SCALE = 2;
const SIDE = 240;
const source = (): Picture => ({
  ...createPicture(SIDE, SIDE),
  data: new Uint8ClampedArray(SIDE * SIDE * 3).fill(GREY),
});

function striped(): Picture {
  const picture = createPicture(SIDE * SCALE, SIDE * SCALE);
  for (let i = 0; i < picture.data.length; i++) {
    picture.data[i] = GREY + (Math.floor(i / 3) % 2 === 0 ? STRIPES : -STRIPES);
  }
  return picture;
}

/** A square face of `px` source pixels round the middle, as it lies in the enlarged picture. */
function faceOf(px: number): Rect & { score: number } {
  const [side, middle] = [px * SCALE, (SIDE * SCALE) / 2];
  return { left: middle - side / 2, top: middle - side / 2, width: side, height: side, score: 1 };
}

/** How strong the stripes are in the middle of the picture, against the network's. */
function stripesLeft({ width, height, data }: Picture): number {
  const i = ((height / 2) * width + width / 2) * 3;
  return Math.abs(byteAt(data, i) - byteAt(data, i + 3)) / (2 * STRIPES);
}

describe('the smaller a face, the less of the upscaler it takes', () => {
  const eased = (px: number) => easeSmallFaces(striped(), { source: source(), scale: SCALE, faces: [faceOf(px)] });

  test('the share grows with the size of the face in the source', () => {
    const left = [8, 24, 48, 72, 96].map((px) => stripesLeft(eased(px)));
    expect(left).toEqual([...left].sort((a, b) => a - b));
    expect(new Set(left).size).toBeGreaterThan(3);
    expect(left[0]).toBeLessThan(0.4);
  });

  test('a large face keeps its bytes, and so does all that is no face', () => {
    expect(eased(112).data).toEqual(striped().data);
    const [small, before] = [eased(20), striped()];
    const inFace = (i: number) => {
      const [x, y] = [Math.floor(i / 3) % before.width, Math.floor(i / 3 / before.width)];
      return Math.max(Math.abs(x - SIDE), Math.abs(y - SIDE)) <= 20 * 1.7;
    };
    expect(small.data.findIndex((value, i) => value !== before.data[i] && !inFace(i))).toBe(-1);
  });

  test('the face fades into its surroundings', () => {
    const { width, data } = eased(16);
    const along = Array.from({ length: SIDE }, (_, x) => {
      const i = (SIDE * width + SIDE + x - (x % 2)) * 3;
      return Math.abs(byteAt(data, i) - byteAt(data, i + 3));
    });
    const steepest = Math.max(...along.map((value, x) => Math.abs(value - (along[x - 1] ?? value))));
    expect(steepest).toBeLessThan(STRIPES);
  });
});

const PICTURE_SIDE = 128;
/** The upscaler repeats pixels and draws stripes over them; the faces' network sees one of `px` source pixels. */
function contextWith(px: number, score: number) {
  const stripes: Infer = ({ dims, data }) => {
    const [channels = 0, height = 0, width = 0] = dims.slice(-3);
    const large = filled([1, channels, height * 4, width * 4]);
    for (let i = 0; i < large.data.length; i++) {
      const [x, y] = [i % (width * 4), Math.floor(i / (width * 4)) % (height * 4)];
      const c = Math.floor(i / (width * height * 16));
      const stripe = Math.floor(x / 2) % 2 === 0 ? 0.2 : -0.2;
      large.data[i] = (data[(c * height + (y >> 2)) * width + (x >> 2)] ?? 0) + stripe;
    }
    return [large];
  };
  let looks = 0;
  const middle: Infer = () => {
    const half = px / PICTURE_SIDE / 2;
    const box = filled([1, 1, 4]);
    box.data.set([0.5 - half, 0.5 - half, 0.5 + half, 0.5 + half]);
    // The first look is at the whole picture, the second at two small copies of it.
    return [box, filled([1, 1], looks++ === 0 ? score : 0)];
  };
  const models = modelsInMemory({ upscaler: stripes, faces: middle });
  return { models, checkpoint: () => undefined, onProgress: () => undefined };
}

const enlargedWith = (tool: 'photoscaler' | 'lowrezfix', px: number, score: number) => {
  const picture = createPicture(PICTURE_SIDE, PICTURE_SIDE);
  picture.data.fill(GREY);
  return TOOL_PIPELINES[tool](contextWith(px, score), picture, { scale: SCALE });
};

describe.each(['photoscaler', 'lowrezfix'] as const)('%s', (tool) => {
  test.each([1, 0.3])(
    'leaves a small face plainer than a large one, if the finder is sure of it by %d',
    async (score) => {
      const small = stripesLeft(await enlargedWith(tool, 12, score));
      const large = stripesLeft(await enlargedWith(tool, 120, score));
      expect(large).toBeGreaterThan(0.4);
      expect(small).toBeLessThan(large * 0.6);
    },
  );
});
