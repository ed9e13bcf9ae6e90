import { isToolId, toolById } from '@heirlight/contract/tools';
import type { Photo } from './photosStore';

/** How many of the last restores say how long the next one takes. */
const LEARNT_FROM = 5;
/** An interrupted restore that the sweeper finished says nothing about the next one. */
const LONGEST_S = 30 * 60;
/**
 * A restore is never shown further than this, per cent, before it has ended; and in the first half of the expected time not
 * further than that. The provider counts its model's steps only: saving and storing the picture come after them.
 */
const [FURTHEST_PERCENT, FURTHEST_EARLY_PERCENT] = [99, 90];
/** How far, as a share, the time alone brings the picture; the rest is for what takes longer. */
const [BY_TIME, ALMOST] = [0.8, 0.95];

const elapsedSeconds = ({ created_at }: Photo, now: number): number => Math.max(0, (now - created_at.getTime()) / 1000);

/**
 * Returns how long this restore should take, in seconds: the middle one of the user's last restores with the same tool,
 * else what is typical for the tool.
 *
 * @param photos the user's photos, newest first
 */
export function expectedSeconds({ tool }: Pick<Photo, 'tool'>, photos: readonly Photo[]): number {
  const taken = photos
    .filter((photo) => photo.status === 'succeeded' && photo.tool === tool && photo.completed_at)
    .map((photo) => elapsedSeconds(photo, photo.completed_at?.getTime() ?? 0))
    .filter((seconds) => seconds > 0 && seconds < LONGEST_S)
    .slice(0, LEARNT_FROM)
    .sort((a, b) => a - b);
  return taken[Math.floor(taken.length / 2)] ?? (isToolId(tool) ? toolById(tool).typicalSeconds : 30);
}

/** Whether no provider has taken the job yet, nor said how far it is. */
export const isQueued = ({ status, prediction_id, progress_percent }: Photo): boolean =>
  status === 'processing' && prediction_id === null && progress_percent === null;

/** How a restore stands. */
export interface Wait {
  /** 0..99: as the provider reports it, else by the time that has passed. */
  percent: number;
  /** Whether the provider has reported it. */
  isReported: boolean;
  elapsedSeconds: number;
  /** At least 0. */
  secondsLeft: number;
}

/** Nears `ALMOST`, and is never there: nobody knows how long it still takes. */
function byTime(share: number): number {
  if (share < BY_TIME) return share;
  const rest = ALMOST - BY_TIME;
  return ALMOST - rest * Math.exp((BY_TIME - share) / rest);
}

/**
 * How a restore stands; one that waits for its turn, as it did at first.
 *
 * @param now in ms since 1970 @param expected how long it should take, in seconds
 */
export function waitOf(photo: Photo, { now, expected }: { now: number; expected: number }): Wait {
  const elapsed = isQueued(photo) ? 0 : elapsedSeconds(photo, now);
  const reported = photo.progress_percent;
  /** 1 from half of the expected time on. */
  const sureness = Math.min(1, (2 * elapsed) / expected);
  const furthest = sureness < 1 ? FURTHEST_EARLY_PERCENT : FURTHEST_PERCENT;
  const percent = Math.min(furthest, Math.max(0, Math.round(reported ?? byTime(elapsed / expected) * 100)));
  const byPlan = Math.max(0, expected - elapsed);
  // What has taken this long for so many per cent takes as long for the rest. At first that says little.
  const byProgress = reported !== null && reported >= 20 ? (elapsed * (100 - reported)) / reported : byPlan;
  const secondsLeft = byPlan + sureness * (Math.min(byPlan, byProgress) - byPlan);
  return { percent, isReported: reported !== null, elapsedSeconds: elapsed, secondsLeft };
}
