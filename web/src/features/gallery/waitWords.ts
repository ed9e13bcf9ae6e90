import { isToolId } from '@heirlight/contract/tools';
import type { Photo } from '../../domain/photos/photosStore';
import { isQueued, type Wait } from '../../domain/photos/waitTimes';
import { waitCopy } from './waitCopy';

/** After so many times what was expected, the words say that one can leave. */
const OVERDUE = 3;
/** Times are said in steps of so many seconds: a figure that changes each second is read by nobody. */
const STEP_S = 5;
/** Less far than this, per cent, "almost" would contradict the picture. */
const ALMOST_PERCENT = 80;

/** How many of the user's own photos wait longer for their turn than this one; 0 once it has begun. */
export function queuedBefore(photo: Photo, photos: readonly Photo[]): number {
  if (!isQueued(photo)) return 0;
  return photos.filter((other) => isQueued(other) && other.created_at < photo.created_at).length;
}

/** What is being done to the photo, in words. @param before how many of the user's photos wait longer */
export function stageText(photo: Photo, { percent }: Wait, before: number): string {
  if (isQueued(photo)) {
    return before > 0 ? `${waitCopy.waiting}: ${waitCopy.before(before)}` : waitCopy.waiting;
  }
  const stages = waitCopy.stages[isToolId(photo.tool) ? photo.tool : 'deeprestore'];
  return stages[Math.floor((percent / 100) * stages.length)] ?? '';
}

interface Left {
  /** As it was said before, or less. */
  secondsLeft: number;
  /** In seconds. */
  expected: number;
  /** How long it has waited for its turn, in seconds. */
  waited: number;
}

/** How long it still takes, in words. When its turn comes nobody knows. */
export function leftText(
  { percent, isReported, elapsedSeconds }: Wait,
  { secondsLeft, expected, waited }: Left,
): string {
  const { left, leave, overdue } = waitCopy;
  if (waited > STEP_S) return leave;
  if (elapsedSeconds > expected * OVERDUE) return overdue;
  if (secondsLeft >= 90) return left.minutes(Math.round(secondsLeft / 60));
  if (secondsLeft >= 50) return left.minute;
  if (secondsLeft > STEP_S) return left.seconds(Math.ceil(secondsLeft / STEP_S) * STEP_S);
  if (secondsLeft > 0) return left.few;
  return isReported && percent < ALMOST_PERCENT ? left.longer : left.almost;
}
