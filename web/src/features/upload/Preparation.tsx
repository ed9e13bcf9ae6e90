import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { uploadCopy } from '../../copy/uploadCopy';
import type { PictureEdit } from '../../domain/prepare/edit';
import { prepareCopy } from '../../domain/upload/prepareCopy';
import type { UploadState } from '../../domain/upload/uploadState';
import { NARROWEST } from '../../theme/tokens';

/** By which the dialog finds the offer when the focus goes back to it. */
export const OFFER = 'data-offers-preparation';

export interface PreparationProps {
  state: Extract<UploadState, { phase: 'preview' | 'preparing' }>;
  /** Null undoes what was changed. */
  onPrepare: (edit: PictureEdit | null) => void;
  /** The print that was found is not to be straightened. */
  onDismiss: () => void;
  /** Each print that was found becomes a photo of its own. */
  onSplit: () => void;
  onOpenEditor: () => void;
  onRemove: () => void;
}

/** Always here: not every screen reader reads out what comes together with its words. Empty it takes no room. */
const Said = styled(Typography)({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  textAlign: 'center',
  '&:empty': { position: 'absolute' },
});

function wordsOf(state: PreparationProps['state']): string {
  if (state.phase === 'preparing') return prepareCopy.working;
  const { found, prints, isPartMissing, madeSmaller, prepared } = state;
  const words = () => {
    if (prints.length > 1) return prepareCopy.severalFound(prints.length);
    if (found) return prepareCopy.found;
    if (prepared) return prepareCopy.prepared;
    return madeSmaller && prepareCopy.madeSmaller(madeSmaller);
  };
  return [isPartMissing && prepareCopy.partMissing, words()].filter(Boolean).join(' ');
}

/** Below the picture: what was found in it, what was changed about it, and what can be. */
export function Preparation({ state, onPrepare, onDismiss, onSplit, onOpenEditor, onRemove }: PreparationProps) {
  const { found, prints, prepared } = state;
  const row = {
    direction: 'row',
    spacing: 1,
    useFlexGap: true,
    // On one line on narrow phones too: a second one would take the place of what the chosen tool does.
    sx: {
      flexWrap: 'wrap',
      justifyContent: 'center',
      '& > button': {
        px: 1.5,
        '@media (max-width: 384px)': { px: 1 },
        [NARROWEST]: { px: 0.75, fontSize: 'body2.fontSize' },
      },
    },
  } as const;
  // Beside the picture's other buttons: on the picture it would cover a face. The keys keep each button what it is when
  // others come beside it, which may be between its focus and its press.
  const remove = (
    <Button key="remove" color="inherit" onClick={onRemove}>
      {uploadCopy.remove}
    </Button>
  );
  const buttons = () => {
    if (prints.length > 1) {
      return [
        <Button key="split" {...{ [OFFER]: '' }} variant="outlined" onClick={onSplit}>
          {prepareCopy.asSeveral(prints.length)}
        </Button>,
        <Button key="dismiss" onClick={onDismiss}>
          {prepareCopy.asItIs}
        </Button>,
        remove,
      ];
    }
    if (found) {
      return [
        <Button
          key="straighten"
          {...{ [OFFER]: '' }}
          variant="outlined"
          onClick={() => onPrepare({ corners: found, quarters: 0 })}
        >
          {prepareCopy.straighten}
        </Button>,
        <Button key="edit" onClick={onOpenEditor}>
          {prepareCopy.adjust}
        </Button>,
        <Button key="dismiss" onClick={onDismiss}>
          {prepareCopy.asItIs}
        </Button>,
        remove,
      ];
    }
    return [
      <Button key="edit" {...{ [OFFER]: '' }} onClick={onOpenEditor}>
        {prepared ? prepareCopy.adjust : prepareCopy.open}
      </Button>,
      prepared && (
        <Button key="undo" onClick={() => onPrepare(null)}>
          {prepareCopy.undo}
        </Button>
      ),
      remove,
    ];
  };
  return (
    <Stack spacing={1} useFlexGap>
      <Said role="status">
        {state.phase === 'preparing' && <CircularProgress size="1.25em" aria-hidden="true" sx={{ mr: 1.5 }} />}
        {wordsOf(state)}
      </Said>
      {state.phase === 'preview' && <Stack {...row}>{buttons()}</Stack>}
    </Stack>
  );
}
