import { type Camera, FITTED, onTheWay, type Point, type View } from './camera';
import { glide } from './glide';

/** The camera's own way to `to`, in ms since `start`. */
interface Flight {
  to: Camera;
  start: number;
  ms: number;
  at: (ms: number) => Camera;
  /** Goes on from a drag that was let go. */
  isThrow: boolean;
}

/** Where the camera is, and the way it goes by itself, if any. */
export interface Motion {
  camera: Camera;
  flight: Flight | null;
}

export const easeInOut = (at: number): number => (at < 0.5 ? 4 * at ** 3 : 1 - (2 - 2 * at) ** 3 / 2);
export const easeOut = (at: number): number => 1 - (1 - at) ** 3;

export const restingAt = (camera: Camera): Motion => ({ camera, flight: null });
export const AT_REST = restingAt(FITTED);

/** Sets out to `to` at `start`, and takes `ms`. */
export function flyingTo(
  { camera }: Motion,
  to: Camera,
  { start, ms, ease }: { start: number; ms: number; ease: (at: number) => number },
): Motion {
  const at = (since: number) => onTheWay(camera, to, ease(since / ms));
  return { camera, flight: { to, start, ms, at, isThrow: false } };
}

/** Was let go at `start` with this velocity, in CSS pixels per ms. */
export function gliding({ camera }: Motion, velocity: Point, { view, start }: { view: View; start: number }): Motion {
  return { camera, flight: { ...glide(camera, velocity, view), start, isThrow: true } };
}

/** The motion at `now`, on the same clock as `start`. Without a flight it is the same. */
export function motionAt(motion: Motion, now: number): Motion {
  const { flight } = motion;
  if (!flight) return motion;
  const since = Math.max(0, now - flight.start);
  return since < flight.ms ? { camera: flight.at(since), flight } : restingAt(flight.to);
}

/** Where the camera will stop. */
export const endOf = ({ camera, flight }: Motion): Camera => flight?.to ?? camera;
