import { styled } from '@mui/material/styles';
import { radius } from '../../theme/tokens';

/** The photo that a dialog is about: small, and never cropped. */
const Mat = styled('div')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  overflow: 'hidden',
  borderRadius: radius.medium,
  backgroundColor: theme.vars.palette.own.sunken,
}));

const Picture = styled('img')({ maxHeight: '26vh', maxWidth: '100%', objectFit: 'contain' });

export function DialogPicture({ src, alt }: { src: string; alt: string }) {
  return (
    <Mat>
      <Picture src={src} alt={alt} />
    </Mat>
  );
}
