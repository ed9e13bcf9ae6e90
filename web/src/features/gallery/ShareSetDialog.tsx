import { MOST_SHARED_PHOTOS } from '@heirlight/contract/limits';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { keepCopy } from '../../copy/keepCopy';
import type { Photo } from '../../domain/photos/photosStore';
import { findSharedSet, shareSet, takeSetBack } from '../../domain/saving/shareLink';
import { useDomain } from '../../domain/useDomain';
import { DialogShell } from '../../ui/DialogShell';
import { Sharing } from './ShareDialog';
import { ShareLink } from './ShareLink';

const words = keepCopy.shareSet;

export interface ShareSetDialogProps {
  /** The photos that can be shared, in the order in which the link shows them. */
  photos: readonly Photo[];
  /** How many of the chosen photos have no result to share. */
  leftOut: number;
  onClose: () => void;
}

/**
 * Makes, shows and takes back the link that shows the photos to everybody who has it. One alone has the link that its card
 * shows too.
 */
export default function ShareSetDialog(props: ShareSetDialogProps) {
  // A photo that comes or goes meanwhile changes nothing.
  const [{ photos, leftOut }] = useState(props);
  const photoIds = photos.map(({ id }) => id);
  const only = photos.length === 1 && photos[0];
  const domain = useDomain();
  return (
    <DialogShell
      open
      title={only ? keepCopy.share.title : words.title(photos.length)}
      closeLabel={keepCopy.share.close}
      onClose={props.onClose}
      maxWidth="xs"
    >
      {only ? (
        // Whether it is shared may change on another device.
        <Sharing photo={props.photos.find(({ id }) => id === only.id) ?? only} />
      ) : photos.length > MOST_SHARED_PHOTOS ? (
        <Typography>{words.tooMany(photos.length)}</Typography>
      ) : (
        <ShareLink
          find={() => findSharedSet(photoIds, domain)}
          make={() => shareSet(photoIds, domain)}
          takeBack={(token) => takeSetBack(token, domain)}
          says={words}
        />
      )}
      {leftOut > 0 && (
        <Typography color="textSecondary" sx={{ mt: 2.5 }}>
          {words.leftOut(leftOut)}
        </Typography>
      )}
    </DialogShell>
  );
}
