/** How a pixel of a bent and stretched surface depends on its neighbours. */
import { at } from '../image/picture';

/** One pixel's row of the system's matrix: its neighbours, as offsets into the picture, and their weights. */
export interface Stencil {
  offsets: Int32Array;
  weights: Float32Array;
}

type Term = ReadonlyArray<readonly [dx: number, dy: number, factor: number]>;

/**
 * Weight of stretching against bending: over holes wider than some three pixels the surface goes straight, not curved.
 */
const TENSION = 0.1;
/** How far a pixel's neighbours reach. */
export const REACH_PX = 2;

/** Second differences for bending (the mixed one counts twice) and first differences for stretching. */
const DIFFERENCES: ReadonlyArray<{ term: Term; weight: number }> = [
  {
    term: [
      [-1, 0, 1],
      [0, 0, -2],
      [1, 0, 1],
    ],
    weight: 1,
  },
  {
    term: [
      [0, -1, 1],
      [0, 0, -2],
      [0, 1, 1],
    ],
    weight: 1,
  },
  {
    term: [
      [0, 0, 1],
      [1, 0, -1],
      [0, 1, -1],
      [1, 1, 1],
    ],
    weight: 2,
  },
  {
    term: [
      [0, 0, -1],
      [1, 0, 1],
    ],
    weight: TENSION,
  },
  {
    term: [
      [0, 0, -1],
      [0, 1, 1],
    ],
    weight: TENSION,
  },
];

/** Returns a pixel's stencil. At the borders, differences that would leave the picture are left out. */
export function stencilsOf({ width, height }: { width: number; height: number }): (x: number, y: number) => Stencil {
  const known = new Map<number, Stencil>();
  return (x, y) => {
    const room = [x, width - 1 - x, y, height - 1 - y].map((distance) => Math.min(REACH_PX, distance));
    const key = room.reduce((sum, distance) => sum * (REACH_PX + 1) + distance, 0);
    const stencil = known.get(key) ?? stencilAt(x, y, width, height);
    known.set(key, stencil);
    return stencil;
  };
}

/** The weights of a stencil that lies within the picture: alike on all four sides. */
export interface InnerWeights {
  own: number;
  /** Neighbours in row and column. */
  side: number;
  /** Diagonal neighbours. */
  corner: number;
  /** Those beyond the neighbours in row and column. */
  far: number;
}

/** The weights of all pixels at least REACH_PX from the borders. */
export function innerWeights(): InnerWeights {
  const width = 2 * REACH_PX + 1;
  const { offsets, weights } = stencilAt(REACH_PX, REACH_PX, width, width);
  const weightAt = (offset: number) => at(weights, offsets.indexOf(offset));
  return { own: weightAt(0), side: weightAt(1), corner: weightAt(width + 1), far: weightAt(2) };
}

function stencilAt(x: number, y: number, width: number, height: number): Stencil {
  const weights = new Map<number, number>();
  const isInside = (toX: number, toY: number) => toX >= 0 && toX < width && toY >= 0 && toY < height;
  for (const { term, weight } of DIFFERENCES) {
    // Every place the difference can be taken at so that this pixel is one of its own.
    for (const [ownX, ownY, own] of term) {
      const placed = term.map(([dx, dy, factor]) => [dx - ownX, dy - ownY, factor] as const);
      if (!placed.every(([dx, dy]) => isInside(x + dx, y + dy))) continue;
      for (const [dx, dy, factor] of placed) {
        const offset = dy * width + dx;
        weights.set(offset, (weights.get(offset) ?? 0) + weight * own * factor);
      }
    }
  }
  return { offsets: Int32Array.from(weights.keys()), weights: Float32Array.from(weights.values()) };
}
