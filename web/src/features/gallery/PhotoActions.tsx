import Button from '@mui/material/Button';
import { copy } from '../../lib/copy';
import { photoCopy } from '../../lib/photoCopy';
import { platformOf } from '../../lib/platform';
import { Icon, type IconName } from '../../ui/Icon';
import { Actions } from './cardStyles';

export interface PhotoActionsProps {
  /** The photo's name, for those who do not see it. */
  name: string;
  saving: boolean;
  onDelete: () => void;
  onSave: () => void;
  onFullScreen: () => void;
}

interface ActionProps {
  name: string;
  label: string;
  icon: IconName;
  busy?: boolean;
  onClick: () => void;
}

function Action({ name, label, icon, busy, onClick }: ActionProps) {
  return (
    <Button
      color="inherit"
      startIcon={<Icon name={icon} />}
      aria-label={photoCopy.of(label, name)}
      aria-busy={busy}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

/** What most people do with a restored photo; the card's menu has the rest. */
export function PhotoActions(props: PhotoActionsProps) {
  const { name, saving, onDelete, onSave, onFullScreen } = props;
  const save = platformOf(navigator.userAgent) === 'desktop' ? copy.gallery.save : copy.gallery.saveMobile;
  return (
    <Actions>
      <Action name={name} label={saving ? copy.gallery.saving : save} icon="download" busy={saving} onClick={onSave} />
      <Action name={name} label={copy.gallery.fullScreen} icon="expand" onClick={onFullScreen} />
      <Action name={name} label={copy.gallery.delete} icon="trash" onClick={onDelete} />
    </Actions>
  );
}
