import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { copy } from '../../lib/copy';
import { Icon } from '../../ui/Icon';

const Mat = styled('figure')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.own.sunken,
  borderRadius: theme.shape.borderRadius,
}));

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
  /** Absent while the photo is being sent. */
  onRemove?: () => void;
}

export function Preview({ url, onRemove }: PreviewProps) {
  return (
    <Mat>
      <Picture src={url} alt={copy.upload.previewAlt} />
      {onRemove && (
        <Remove onClick={onRemove} startIcon={<Icon name="close" />}>
          {copy.upload.remove}
        </Remove>
      )}
    </Mat>
  );
}
