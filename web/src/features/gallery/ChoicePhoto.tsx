import { styled } from '@mui/material/styles';
import { RULE, radius } from '../../theme/tokens';
import { galleryCopy } from './galleryCopy';

const BOX_PX = 28;

/** A checkbox as large as its photo: pressed anywhere, with its box in the corner. */
const Box = styled('input')(({ theme }) => ({
  appearance: 'none',
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  margin: 0,
  borderRadius: radius.medium,
  cursor: 'pointer',
  '&:checked': { boxShadow: `inset 0 0 0 0.25rem ${theme.vars.palette.primary.main}` },
  '&::before': {
    content: '""',
    position: 'absolute',
    top: theme.spacing(1),
    left: theme.spacing(1),
    width: BOX_PX,
    height: BOX_PX,
    borderRadius: radius.pill,
    border: `${RULE} solid ${theme.vars.palette.own.onPhoto}`,
    backgroundColor: theme.vars.palette.own.veilSoft,
    boxShadow: theme.vars.palette.own.shadowLow,
  },
  '&:checked::before': {
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.primary.main,
  },
  '&:checked::after': {
    content: '""',
    position: 'absolute',
    top: `calc(${theme.spacing(1)} + ${BOX_PX * 0.22}px)`,
    left: `calc(${theme.spacing(1)} + ${BOX_PX * 0.37}px)`,
    width: BOX_PX * 0.26,
    height: BOX_PX * 0.44,
    border: `solid ${theme.vars.palette.primary.contrastText}`,
    borderWidth: '0 3px 3px 0',
    transform: 'rotate(45deg)',
  },
}));

interface ChoicePhotoProps {
  /** How the photo is called. */
  name: string;
  checked: boolean;
  onToggle: (options: { range: boolean }) => void;
}

/** Covers a card while photos are being chosen. Shift chooses all from the last one to this. */
export function ChoicePhoto({ name, checked, onToggle }: ChoicePhotoProps) {
  return (
    <Box
      type="checkbox"
      aria-label={galleryCopy.selectPhoto(name)}
      checked={checked}
      // The click and not the change, which does not tell of the Shift key.
      onClick={({ shiftKey }) => onToggle({ range: shiftKey })}
      onChange={() => undefined}
    />
  );
}
