import { STROKE_LIMITS, STROKE_STEPS, type Stroke } from '@heirlight/contract/adjustment';
import type { Point, Rect, Size } from '../camera';
import type { StageBrush } from '../stage';

/** What the next stroke is made with. */
export type BrushSetting = Pick<Stroke, 'kind' | 'radius' | 'edges' | 'colour'>;

/** Points of a stroke lie so far apart, in radii: between them it is straight. */
const SPACING = 0.3;
/** Hair and chin are the face's, too: the original comes back in an oval so much larger than its box. */
const AROUND_FACE = 1.15;

const clamped = (share: number) => Math.min(1, Math.max(0, share));
const onPhoto = ({ x, y }: Point): Point => ({ x: clamped(x), y: clamped(y) });
const step = (share: number) => Math.round(clamped(share) * STROKE_STEPS);
const within = (radius: number) =>
  Math.min(STROKE_LIMITS.radius.most, Math.max(STROKE_LIMITS.radius.least, Math.round(radius * 1e4) / 1e4));

/** Sizes of the brush by a slider's 0..100: each step is the same share larger. */
const SIZES = { least: 0.004, most: 0.15 };
/** So far a colour may spread: a sky is larger than what a brush covers. */
const MOST_REACH = 0.5;
export const radiusOf = (value: number, kind: Stroke['kind']): number =>
  within(SIZES.least * ((kind === 'colour' ? MOST_REACH : SIZES.most) / SIZES.least) ** (value / 100));

/** A stroke of one point. */
const dab = ({ x, y }: Point, setting: BrushSetting): Stroke => ({ ...setting, points: [step(x), step(y)] });

/**
 * A stroke that covers a face.
 *
 * @param face 0..1 of the picture
 * @param picture its size, in any unit
 */
export function faceStroke(face: Rect, { width, height }: Size, kind: Stroke['kind']): Stroke {
  const [x, y] = [face.x + face.width / 2, face.y + face.height / 2];
  const across = (face.width / 2) * width * AROUND_FACE;
  const down = (face.height / 2) * height * AROUND_FACE;
  const radius = Math.min(across, down);
  const [aside, below] = [(across - radius) / width, (down - radius) / height];
  return {
    kind,
    radius: within(radius / Math.max(width, height)),
    edges: false,
    points: [step(x - aside), step(y - below), step(x + aside), step(y + below)],
  };
}

/** Across a face, 0..1 of its box: around it and down its middle, so that no shade or scratch keeps colour from a part of it. */
const OVER_FACE = [...[0.5, 0.2, 0.32, 0.35, 0.34, 0.6, 0.5, 0.8], ...[0.66, 0.6, 0.68, 0.35, 0.5, 0.2, 0.5, 0.65]];
/** From there a colour reaches a face's ends, and fades out there: a share of its width. */
const TO_FACE_END = 0.55;

/** Touches a face all over with a colour, or with none. */
export function colourFace(face: Rect, { width, height }: Size, colour: string | null): Stroke {
  return {
    kind: 'colour',
    colour,
    radius: within((TO_FACE_END * face.width * width) / Math.max(width, height)),
    edges: true,
    points: OVER_FACE.map((share, at) =>
      step(at % 2 === 0 ? face.x + share * face.width : face.y + share * face.height),
    ),
  };
}

export interface BrushEvents {
  /** The stroke that is being painted; null: it was taken back. */
  onLive(stroke: Stroke | null): void;
  /** Returns whether there was room for it. */
  onStroke(stroke: Stroke): boolean;
  /** The ring stands here, in CSS pixels of the stage. */
  onRing(middle: Point, radius: number, isSeen: boolean): void;
}

export type Brush = ReturnType<typeof createBrush>;

/** Makes strokes of what a pointer does on a stage, or the keys. */
export function createBrush(setting: () => BrushSetting, events: BrushEvents) {
  let whole: Rect | null = null;
  let at: Point = { x: 0.5, y: 0.5 };
  let isSeen = false;
  let stroke: Stroke | null = null;

  const ring = () => {
    if (!whole) return;
    const radius = setting().radius * Math.max(whole.width, whole.height);
    events.onRing({ x: whole.x + at.x * whole.width, y: whole.y + at.y * whole.height }, radius, isSeen);
  };
  /** In radii of the brush. */
  const distance = (one: Point, other: Point) => {
    const { width, height } = whole ?? { width: 1, height: 1 };
    const radius = setting().radius * Math.max(width, height);
    return Math.hypot((one.x - other.x) * width, (one.y - other.y) * height) / radius;
  };
  const isNear = (place: Point) => distance(place, onPhoto(place)) < 1;
  const lastOf = ({ points }: Stroke): Point => ({
    x: (points.at(-2) ?? 0) / STROKE_STEPS,
    y: (points.at(-1) ?? 0) / STROKE_STEPS,
  });
  const add = (to: Point) => {
    if (!stroke) return;
    if (stroke.points.length >= 2 * STROKE_LIMITS.points) {
      // It goes on as a new one.
      events.onStroke(stroke);
      stroke = { ...stroke, points: stroke.points.slice(-2) };
    }
    stroke = { ...stroke, points: [...stroke.points, step(to.x), step(to.y)] };
    events.onLive(stroke);
  };

  const stage: StageBrush = {
    start(to) {
      at = to;
      isSeen = true;
      ring();
      if (!isNear(to)) return;
      stroke = dab(to, setting());
      events.onLive(stroke);
    },
    move(to) {
      at = to;
      ring();
      if (stroke && isNear(to) && distance(lastOf(stroke), onPhoto(to)) >= SPACING) add(to);
    },
    end(isLost) {
      isSeen = false;
      ring();
      if (!stroke) return;
      if (!isLost && isNear(at) && distance(lastOf(stroke), onPhoto(at)) > 0.05) add(at);
      const done = stroke;
      stroke = null;
      if (isLost) events.onLive(null);
      else events.onStroke(done);
    },
    hover(to) {
      if (to) at = to;
      isSeen = to !== null;
      ring();
    },
    placed(next) {
      whole = next;
      ring();
    },
  };
  return {
    stage,
    ring,
    /** The photo's size in CSS pixels of the stage; null until it is there. */
    size: (): Size | null => whole,
    /** By radii, and not beyond the photo. */
    moveBy({ x, y }: Point): Point {
      const { width, height } = whole ?? { width: 1, height: 1 };
      const radius = setting().radius * Math.max(width, height);
      at = onPhoto({ x: at.x + (x * radius) / width, y: at.y + (y * radius) / height });
      ring();
      return at;
    },
    /** Returns whether there was room for it. */
    apply: (): boolean => events.onStroke(dab(at, setting())),
  };
}
