import { STROKE_STEPS, type Stroke } from '@heirlight/contract/adjustment';
import type { Rect } from '../camera';

/** Seen on dark and on light. */
const TINT = 'rgba(255, 176, 59, 0.5)';
/** Of a stroke that takes a colour away. */
const BARE = '#fff';
/** Of a colour's reach, what was touched itself is about this share; on a small picture, so many pixels. */
const TOUCHED = { share: 0.06, leastPx: 2 };

/**
 * Shows where strokes lie: what is to be mended, and what has been touched with a colour that is yet to spread.
 *
 * @param at where the whole picture is, pixels of the canvas
 */
export function tintStrokes(context: CanvasRenderingContext2D, at: Rect, strokes: readonly Stroke[]): void {
  context.save();
  Object.assign(context, { lineCap: 'round', lineJoin: 'round' });
  for (const { kind, colour, points, radius } of strokes) {
    context.beginPath();
    for (let index = 0; index < points.length; index += 2) {
      const x = at.x + ((points[index] ?? 0) / STROKE_STEPS) * at.width;
      const y = at.y + ((points[index + 1] ?? 0) / STROKE_STEPS) * at.height;
      // A line without a length would not be drawn.
      if (index === 0) context.moveTo(x - 0.01, y);
      context.lineTo(x, y);
    }
    const reach = radius * Math.max(at.width, at.height);
    context.strokeStyle = kind === 'colour' ? (colour ?? BARE) : TINT;
    context.lineWidth = 2 * (kind === 'colour' ? Math.max(TOUCHED.leastPx, TOUCHED.share * reach) : reach);
    context.stroke();
  }
  context.restore();
}
