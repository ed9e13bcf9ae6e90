import { Breakable } from '../Breakable';
import { Icon } from '../Icon';
import { hint } from './ViewerTools';
import { viewerCopy } from './viewerCopy';
import { Details, Head, Made, Name, Tool, Words } from './viewerStyles';

interface ViewerHeadProps {
  photo: { name: string; details: string; made: string | null };
  position: { at: number; of: number };
  isAdjusting: boolean;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}

/** What the photo is, the way to its neighbours, and out. */
export function ViewerHead({ photo, position, isAdjusting, onStep, onClose }: ViewerHeadProps) {
  return (
    <Head>
      <Words>
        <Name>
          <Breakable>{photo.name}</Breakable>
        </Name>
        <Details>{photo.details}</Details>
        {photo.made && !isAdjusting && <Made>{photo.made}</Made>}
      </Words>
      {position.of > 1 && !isAdjusting && (
        <>
          <Tool
            aria-label={viewerCopy.previous}
            title={hint(viewerCopy.previous, 'Page Up')}
            aria-keyshortcuts="PageUp"
            data-repeats=""
            aria-disabled={position.at === 1}
            onClick={() => onStep(-1)}
          >
            <Icon name="previous" />
          </Tool>
          <Tool
            aria-label={viewerCopy.next}
            title={hint(viewerCopy.next, 'Page Down')}
            aria-keyshortcuts="PageDown"
            data-repeats=""
            aria-disabled={position.at === position.of}
            onClick={() => onStep(1)}
          >
            <Icon name="next" />
          </Tool>
        </>
      )}
      {!isAdjusting && (
        <Tool aria-label={viewerCopy.close} title={viewerCopy.close} onClick={onClose}>
          <Icon name="close" />
        </Tool>
      )}
    </Head>
  );
}
