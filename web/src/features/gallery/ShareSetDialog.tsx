import { MOST_SHARED_PHOTOS } from '@heirlight/contract/limits';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { keepCopy } from '../../copy/keepCopy';
import { findSharedSet, shareSet, takeSetBack } from '../../domain/saving/shareLink';
import { useDomain } from '../../domain/useDomain';
import { DialogShell } from '../../ui/DialogShell';
import { ShareLink } from './ShareLink';

const words = keepCopy.shareSet;

export interface ShareSetDialogProps {
  /** The photos that can be shared, at least two, in the order in which the link shows them. */
  photoIds: readonly string[];
  /** How many of the chosen photos have no result to share. */
  leftOut: number;
  onClose: () => void;
}

/** Makes, shows and takes back the link that shows several photos to everybody who has it. */
export default function ShareSetDialog(props: ShareSetDialogProps) {
  // A photo that comes or goes meanwhile changes nothing.
  const [{ photoIds, leftOut }] = useState(props);
  const domain = useDomain();
  return (
    <DialogShell
      open
      title={words.title(photoIds.length)}
      closeLabel={keepCopy.share.close}
      onClose={props.onClose}
      maxWidth="xs"
    >
      {photoIds.length > MOST_SHARED_PHOTOS ? (
        <Typography>{words.tooMany(photoIds.length)}</Typography>
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
