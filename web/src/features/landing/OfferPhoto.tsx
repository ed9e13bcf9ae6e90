import { styled } from '@mui/material/styles';
import { copy } from '../../copy/copy';
import { ACCEPTED_FILES } from '../../domain/upload/acceptedFiles';
import { RULE, radius, TARGET_PX, type, weight } from '../../theme/tokens';
import { ByHand } from '../../ui/ByHand';
import { Icon } from '../../ui/Icon';
import { visuallyHidden } from '../../ui/visuallyHidden';

const Ways = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: theme.spacing(2.5),
  color: theme.vars.palette.text.secondary,
  fontSize: type.small,
}));

const Way = styled('label')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  minHeight: TARGET_PX,
  borderRadius: radius.small,
  color: theme.vars.palette.primary.main,
  fontWeight: weight.strong,
  cursor: 'pointer',
  '&:hover': { textDecoration: 'underline' },
  '&:focus-within': { outline: `${RULE} solid ${theme.vars.palette.primary.main}`, outlineOffset: RULE },
  // A camera is at hand where a finger points.
  '&[data-camera]': { '@media not (pointer: coarse)': { display: 'none' } },
}));

const Field = styled('input')(visuallyHidden);

/**
 * The ways to offer a photo besides the button. What is chosen here the page hears by itself, hydrated or not
 * (app/offeredFiles.ts).
 */
export function OfferPhoto() {
  const { byHand, choose, photograph } = copy.hero.offer;
  return (
    <Ways>
      <ByHand>{byHand}</ByHand>
      <Way>
        <Field type="file" multiple accept={ACCEPTED_FILES} />
        <Icon name="photo" />
        {choose}
      </Way>
      <Way data-camera="">
        <Field type="file" accept={ACCEPTED_FILES} capture="environment" />
        <Icon name="camera" />
        {photograph}
      </Way>
    </Ways>
  );
}
