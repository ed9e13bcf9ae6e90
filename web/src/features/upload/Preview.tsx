import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Quad } from '../../domain/prepare/quad';
import { copy } from '../../lib/copy';
import { Icon } from '../../ui/Icon';
import { Outline } from './Outline';

const Mat = styled('figure')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.own.sunken,
  borderRadius: theme.shape.borderRadius,
}));

/** As large as the picture, so that what is drawn over it lies where it belongs. */
const Frame = styled('div')({ position: 'relative', display: 'grid' });

const Picture = styled('img')({ maxHeight: '40vh', objectFit: 'contain' });

const Remove = styled(Button)(({ theme }) => ({
  position: 'absolute',
  top: theme.spacing(1),
  right: theme.spacing(1),
  color: theme.vars.palette.own.onPhoto,
  backgroundColor: theme.vars.palette.own.veil,
  '&:hover': { backgroundColor: theme.vars.palette.own.veil },
}));

export interface PreviewProps {
  url: string;
  /** The print that was found in the picture. */
  found: Quad | null;
  /** Absent while the photo is being sent. */
  onRemove?: () => void;
  /** The browser cannot show the picture: it is broken. */
  onBroken: () => void;
}

export function Preview({ url, found, onRemove, onBroken }: PreviewProps) {
  return (
    <Mat>
      <Frame>
        <Picture src={url} alt={copy.upload.previewAlt} onError={onBroken} />
        {found && <Outline corners={found} />}
      </Frame>
      {onRemove && (
        <Remove onClick={onRemove} startIcon={<Icon name="close" />}>
          {copy.upload.remove}
        </Remove>
      )}
    </Mat>
  );
}
