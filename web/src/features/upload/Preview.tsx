import { styled } from '@mui/material/styles';
import { uploadCopy } from '../../copy/uploadCopy';
import type { Quad } from '../../domain/prepare/quad';
import { TOOL_PAIR } from '../../ui/ToolTabs';
import { Outline } from './Outline';

const Mat = styled('figure')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.own.sunken,
  borderRadius: theme.shape.borderRadius,
}));

/** As large as the picture, so that what is drawn over it lies where it belongs. */
const Frame = styled('div')({ position: 'relative', display: 'grid' });

/** What the dialog has besides the two pictures: in a low window the tools and Restore Photo are seen all the same. */
const REST = '30rem';
const Picture = styled('img')({
  maxHeight: `clamp(6rem, 100dvh - ${REST} - ${TOOL_PAIR}, 40vh)`,
  objectFit: 'contain',
});

export interface PreviewProps {
  url: string;
  /** The prints that were found in the picture. */
  found: readonly Quad[];
  /** The browser cannot show the picture: it is broken. */
  onBroken: () => void;
}

export function Preview({ url, found, onBroken }: PreviewProps) {
  return (
    <Mat>
      <Frame>
        <Picture src={url} alt={uploadCopy.previewAlt} onError={onBroken} />
        {found.map((corners) => (
          <Outline key={JSON.stringify(corners)} corners={corners} />
        ))}
      </Frame>
    </Mat>
  );
}
