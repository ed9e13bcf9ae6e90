import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { copy } from '../../lib/copy';
import { Icon, type IconName } from '../../ui/Icon';
import { Actions } from './cardStyles';
import { platformOf } from './platform';
import { canShare } from './sharePhoto';

export interface PhotoActionsProps {
  deleting: boolean;
  onDelete: () => void;
  onSave: () => void;
  onFullScreen: () => void;
  onShare: () => void;
  onTryAnother: () => void;
}

function Action({ icon, onClick, children }: { icon: IconName; onClick: () => void; children: ReactNode }) {
  return (
    <Button color="inherit" startIcon={<Icon name={icon} />} onClick={onClick}>
      {children}
    </Button>
  );
}

/** What can be done with a restored photo. */
export function PhotoActions({ deleting, onDelete, onSave, onFullScreen, onShare, onTryAnother }: PhotoActionsProps) {
  const mobile = platformOf(navigator.userAgent) !== 'desktop';
  return (
    <Actions>
      <Action icon="download" onClick={onSave}>
        {mobile ? copy.gallery.saveMobile : copy.gallery.save}
      </Action>
      <Action icon="expand" onClick={onFullScreen}>
        {copy.gallery.fullScreen}
      </Action>
      <Action icon="share" onClick={onShare}>
        {canShare() ? copy.gallery.share : copy.gallery.copyLink}
      </Action>
      <Action icon="restore" onClick={onTryAnother}>
        {copy.gallery.tryAnother}
      </Action>
      <Action icon="trash" onClick={onDelete}>
        {deleting ? copy.gallery.deleting : copy.gallery.delete}
      </Action>
    </Actions>
  );
}
