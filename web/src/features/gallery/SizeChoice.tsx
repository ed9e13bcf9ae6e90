import { styled } from '@mui/material/styles';
import { GALLERY_SIZES, type GallerySize } from '../../domain/account/lastSeen';
import { FOCUS_RING, HAIRLINE, RULE, radius, TARGET_PX, weight } from '../../theme/tokens';
import { galleryCopy } from './galleryCopy';

const Group = styled('div')(({ theme }) => ({
  display: 'flex',
  flex: 'none',
  borderRadius: radius.pill,
  border: `${HAIRLINE} solid ${theme.vars.palette.own.edge}`,
}));

const Choice = styled('label')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  minWidth: TARGET_PX,
  minHeight: TARGET_PX,
  borderRadius: radius.pill,
  fontWeight: weight.strong,
  cursor: 'pointer',
  // On phones a medium photo is as wide as the window already.
  [theme.breakpoints.down('sm')]: { '&[data-size=large]:not(:has(:checked))': { display: 'none' } },
  '&:has(:checked)': { color: theme.vars.palette.primary.main, backgroundColor: theme.vars.palette.own.accentWash },
  '&:has(:focus-visible)': { outline: `${FOCUS_RING} solid ${theme.vars.palette.primary.main}`, outlineOffset: RULE },
}));

const Radio = styled('input')({ position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'pointer' });

interface SizeChoiceProps {
  size: GallerySize;
  onChoose: (size: GallerySize) => void;
}

/** How large the photos are. Radio buttons: the arrow keys choose. */
export function SizeChoice({ size, onChoose }: SizeChoiceProps) {
  return (
    <Group role="radiogroup" aria-label={galleryCopy.size}>
      {GALLERY_SIZES.map((one) => (
        <Choice key={one} data-size={one} title={galleryCopy.sizes[one]}>
          <Radio
            type="radio"
            name="gallery-size"
            aria-label={galleryCopy.sizes[one]}
            checked={one === size}
            onChange={() => onChoose(one)}
          />
          <span aria-hidden="true">{galleryCopy.sizeLetters[one]}</span>
        </Choice>
      ))}
    </Group>
  );
}
