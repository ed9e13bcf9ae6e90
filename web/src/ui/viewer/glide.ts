import { type Camera, type Point, panned, placed, type View } from './camera';

/** Where a finger was, in CSS pixels, and when, in ms. */
export interface Sample {
  at: Point;
  time: number;
}

/** What a picture does after it was let go. */
export interface Glide {
  /** Where it stops. */
  to: Camera;
  /** How long that takes. */
  ms: number;
  /** Returns the camera so many ms after the release. */
  at(ms: number): Camera;
}

/** The speed of a drag is that of its last part, ms. A finger that rests longer before it leaves throws nothing. */
export const LAST_PART_MS = 100;
const REST_MS = 60;
/** Slower drags stop where they end, and no throw is faster, CSS pixels per ms. */
const SLOWEST = 0.2;
const FASTEST = 5;
/** A throw at speed v goes v times as many pixels, if nothing is in the way. */
const THROW_MS = 300;
/** A glide that has come so near to its end has stopped, CSS pixels. */
const NEAR_PX = 0.5;

/** Returns the velocity in CSS pixels per ms of a drag that ends at `now`; null if it ends at rest. */
export function thrown(samples: readonly Sample[], now: number): Point | null {
  const recent = samples.filter(({ time }) => now - time <= LAST_PART_MS);
  const [first, last] = [recent[0], recent.at(-1)];
  if (!first || !last || now - last.time > REST_MS || last.time <= first.time) return null;
  const ms = last.time - first.time;
  const [x, y] = [(last.at.x - first.at.x) / ms, (last.at.y - first.at.y) / ms];
  const speed = Math.hypot(x, y);
  if (speed < SLOWEST) return null;
  const allowed = Math.min(1, FASTEST / speed);
  return { x: x * allowed, y: y * allowed };
}

/**
 * Returns how a picture goes on at `velocity` and slows down. Towards an edge it slows down sooner, each direction for
 * itself: it begins as fast as the finger was, and never meets the edge with a knock.
 */
export function glide(from: Camera, velocity: Point, view: View): Glide {
  const { width, height } = placed(from, view);
  const to = panned(from, { x: velocity.x * THROW_MS, y: velocity.y * THROW_MS }, view);
  const along = (start: number, end: number, speed: number, size: number) => {
    const slowing = Math.abs(speed) > 0 ? Math.abs((end - start) * size) / Math.abs(speed) : 0;
    const distance = Math.abs(end - start) * size;
    return {
      ms: distance > NEAR_PX ? slowing * Math.log(distance / NEAR_PX) : 0,
      at: (ms: number) => (slowing > 0 ? end - (end - start) * Math.exp(-ms / slowing) : end),
    };
  };
  const [x, y] = [along(from.x, to.x, velocity.x, width), along(from.y, to.y, velocity.y, height)];
  return { to, ms: Math.max(x.ms, y.ms), at: (ms) => ({ ...to, x: x.at(ms), y: y.at(ms) }) };
}
