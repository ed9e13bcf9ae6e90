import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { copy } from '../../lib/copy';
import { platformOf } from '../../lib/platform';
import { Icon, type IconName } from '../../ui/Icon';
import { Actions } from './cardStyles';

export interface PhotoActionsProps {
  deleting: boolean;
  saving: boolean;
  onDelete: () => void;
  onSave: () => void;
  onFullScreen: () => void;
  onSaveAs: () => void;
  onShare: () => void;
  onTryAnother: () => void;
}

interface ActionProps {
  icon: IconName;
  busy?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Action({ icon, busy, onClick, children }: ActionProps) {
  return (
    <Button color="inherit" startIcon={<Icon name={icon} />} aria-busy={busy} onClick={onClick}>
      {children}
    </Button>
  );
}

/** What can be done with a restored photo. */
export function PhotoActions(props: PhotoActionsProps) {
  const { deleting, saving, onDelete, onSave, onSaveAs, onFullScreen, onShare, onTryAnother } = props;
  const label = platformOf(navigator.userAgent) === 'desktop' ? copy.gallery.save : copy.gallery.saveMobile;
  return (
    <Actions>
      <Action icon="download" busy={saving} onClick={onSave}>
        {saving ? copy.gallery.saving : label}
      </Action>
      <Action icon="download" onClick={onSaveAs}>
        {copy.gallery.saveAs}
      </Action>
      <Action icon="expand" onClick={onFullScreen}>
        {copy.gallery.fullScreen}
      </Action>
      <Action icon="share" onClick={onShare}>
        {copy.gallery.share}
      </Action>
      <Action icon="restore" onClick={onTryAnother}>
        {copy.gallery.tryAnother}
      </Action>
      <Action icon="trash" busy={deleting} onClick={onDelete}>
        {deleting ? copy.gallery.deleting : copy.gallery.delete}
      </Action>
    </Actions>
  );
}
