import { STROKE_STEPS, type Stroke } from '@heirlight/contract/adjustment';
import type { Rect } from '../camera';

/** Seen on dark and on light. */
const TINT = 'rgba(255, 176, 59, 0.5)';

/**
 * Shows where strokes lie.
 *
 * @param at where the whole picture is, pixels of the canvas
 */
export function tintStrokes(context: CanvasRenderingContext2D, at: Rect, strokes: readonly Stroke[]): void {
  context.save();
  Object.assign(context, { strokeStyle: TINT, lineCap: 'round', lineJoin: 'round' });
  for (const { points, radius } of strokes) {
    context.beginPath();
    for (let index = 0; index < points.length; index += 2) {
      const x = at.x + ((points[index] ?? 0) / STROKE_STEPS) * at.width;
      const y = at.y + ((points[index + 1] ?? 0) / STROKE_STEPS) * at.height;
      // A line without a length would not be drawn.
      if (index === 0) context.moveTo(x - 0.01, y);
      context.lineTo(x, y);
    }
    context.lineWidth = 2 * radius * Math.max(at.width, at.height);
    context.stroke();
  }
  context.restore();
}
