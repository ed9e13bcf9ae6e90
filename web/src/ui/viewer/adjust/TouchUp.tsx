import { ByFinger, ByHand } from '../../ByHand';
import type { Rect } from '../camera';
import type { Stage } from '../stage';
import { Tool } from '../viewerStyles';
import { adjustCopy } from './adjustCopy';
import { Choices, Hint, Hints, Rows } from './adjustStyles';
import { BrushRing } from './BrushRing';
import { colourFace, faceStroke, radiusOf } from './brush';
import { ColourChoice } from './ColourChoice';
import { SizeSlider, UndoTools } from './TouchUpTools';
import { useBrush } from './useBrush';
import type { BrushChoice, TouchUpKinds } from './useBrushChoice';
import { type StrokesUse, useStrokes } from './useStrokes';
import { useTouchUpKeys } from './useTouchUpKeys';

export interface TouchUpProps extends StrokesUse {
  /** Whether it colours, and brings nothing back. */
  isColour: boolean;
  /** What else it can do. */
  kinds: TouchUpKinds;
  choice: BrushChoice;
  /** Where the faces are, 0..1 of the photo. */
  faces: readonly Rect[];
  stage: () => Stage | null;
}

/** Its room stays: on a phone the photo is as high as the panel below it lets it be, and would jump from brush to brush. */
const seenIf = (isSeen: boolean) => (isSeen ? undefined : ({ visibility: 'hidden' } as const));

/** A brush that brings the original back, takes that away again, mends a mark, or colours what it touches. */
export function TouchUp({ isColour, kinds, choice, history, faces, stage, onShow, onSay }: TouchUpProps) {
  const { group, colour, edges } = choice;
  const kind = isColour ? 'colour' : choice.touchUp;
  const sizeOf = kind === 'mend' || kind === 'colour' ? kind : 'paint';
  const size = choice.sizes[sizeOf];
  const setSize = (value: number) => choice.setSize(sizeOf, value);
  const radius = radiusOf(size, kind);
  const percent = (of: number) => Math.round(radiusOf(of, kind) * 2000) / 10;

  const { add, undo, redo } = useStrokes({ history, onShow, onSay });
  const brushInUse = useBrush({
    stage,
    setting: isColour ? { kind, colour, radius, edges } : { kind, radius, edges },
    onLive: (stroke) => onShow(stroke ? [...history.now(), stroke] : history.now(), stroke !== null),
    onStroke: add,
  });
  useTouchUpKeys({
    area: brushInUse.area,
    undo,
    redo,
    resizeBy(steps) {
      const value = Math.min(100, Math.max(0, size + steps));
      setSize(value);
      onSay(adjustCopy.sizeWords(percent(value)));
    },
  });

  const takesAway = isColour && colour === null;
  const applied = takesAway ? adjustCopy.takenAway : adjustCopy.applied[kind];
  const coverFace = (face: Rect) => {
    const picture = brushInUse.brush.size();
    if (!picture) return;
    const stroke = isColour ? colourFace(face, picture, colour) : faceStroke(face, picture, kind);
    if (add(stroke)) onSay(applied);
  };

  return (
    <Rows>
      {isColour ? (
        <Hint>{takesAway ? adjustCopy.takeAwayHint : adjustCopy.brushHints.colour}</Hint>
      ) : (
        <Hints>
          {kinds.map((one) => (
            <Hint key={one} style={seenIf(one === kind)}>
              {adjustCopy.brushHints[one]}
              <ByFinger>{adjustCopy.zoomByFinger}</ByFinger>
              <ByHand>{adjustCopy.zoomByHand}</ByHand>
            </Hint>
          ))}
        </Hints>
      )}
      {isColour ? (
        <ColourChoice group={group} colour={colour} onColour={choice.setColour} onGroup={choice.setGroup} />
      ) : (
        kinds.length > 1 && (
          <Choices>
            {kinds.map((one) => (
              <Tool key={one} aria-pressed={kind === one} onClick={() => choice.setTouchUp(one)}>
                {adjustCopy.brushes[one]}
              </Tool>
            ))}
          </Choices>
        )
      )}
      <SizeSlider
        label={isColour ? adjustCopy.reach : adjustCopy.size}
        size={size}
        percent={percent(size)}
        onSize={setSize}
      />
      <Choices>
        <UndoTools canUndo={history.canUndo()} canRedo={history.canRedo()} undo={undo} redo={redo} />
        <Tool aria-pressed={edges} style={seenIf(kind !== 'mend')} onClick={() => choice.setEdges(!edges)}>
          {adjustCopy.edges}
        </Tool>
      </Choices>
      {faces.length > 0 && (!isColour || group === 'skin') && (
        <Choices
          role="group"
          style={seenIf(kind !== 'mend')}
          aria-label={isColour ? adjustCopy.colourFaces : adjustCopy.facesTitle}
        >
          {faces.map((face, index) => (
            <Tool key={`${face.x} ${face.y}`} onClick={() => coverFace(face)}>
              {(isColour && !takesAway ? adjustCopy.colourFace : adjustCopy.face)(index + 1, faces.length)}
            </Tool>
          ))}
        </Choices>
      )}
      <BrushRing {...brushInUse} isAim={isColour} applied={applied} onSay={onSay} />
    </Rows>
  );
}
