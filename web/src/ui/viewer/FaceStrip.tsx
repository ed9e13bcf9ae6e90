import { memo, useEffect, useRef } from 'react';
import type { Rect } from './camera';
import type { Side } from './panes';
import { viewerCopy } from './viewerCopy';
import { CloseUp, FACE_PX, FaceButton, Faces, Kept, Verdict } from './viewerStyles';

export interface ViewedFace extends Rect {
  /** What the comparison with the original has shown; null if nobody compared. */
  verdict: keyof typeof viewerCopy.verdicts | null;
}

export interface FaceStripProps {
  /** Where the faces are, 0..1 of the photo, from left to right. */
  faces: readonly ViewedFace[];
  draw: (side: Side, face: Rect, canvas: HTMLCanvasElement) => void;
  /** Grows when there is more to draw. */
  revision: number;
  onGo: (face: Rect) => void;
}

function Face({ face, side, draw, revision }: Pick<FaceStripProps, 'draw' | 'revision'> & { face: Rect; side: Side }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` says that there is more to draw.
  useEffect(() => {
    if (canvas.current) draw(side, face, canvas.current);
  }, [draw, face, side, revision]);
  const pixels = FACE_PX * Math.min(3, window.devicePixelRatio || 1);
  return <CloseUp ref={canvas} width={pixels} height={pixels} aria-hidden="true" />;
}

/** Each face before and after, as it is what people look for first. */
export const FaceStrip = memo(function FaceStrip({ faces, draw, revision, onGo }: FaceStripProps) {
  return (
    <Faces aria-label={viewerCopy.faces}>
      {faces.map((face, index) => (
        <li key={`${face.x} ${face.y}`}>
          <FaceButton
            aria-label={viewerCopy.face(index + 1, faces.length)}
            aria-describedby={face.verdict ? `verdict-${index}` : undefined}
            onClick={() => onGo(face)}
          >
            <Face face={face} side="before" draw={draw} revision={revision} />
            <Face face={face} side="after" draw={draw} revision={revision} />
          </FaceButton>
          {face.verdict && <Verdict id={`verdict-${index}`}>{viewerCopy.verdicts[face.verdict]}</Verdict>}
        </li>
      ))}
      {faces.some(({ verdict }) => verdict) && (
        <li data-words="">
          <Kept>{viewerCopy.comparisonKept}</Kept>
        </li>
      )}
    </Faces>
  );
});
