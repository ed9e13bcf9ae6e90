import Button from '@mui/material/Button';
import { copy } from '../../copy/copy';
import { Icon, type IconName } from '../../ui/Icon';
import { Actions } from './cardStyles';
import { photoCopy } from './photoCopy';
import type { useSave } from './useSave';

export interface PhotoActionsProps {
  /** The photo's name, for those who do not see it. */
  name: string;
  save: ReturnType<typeof useSave>;
  onDelete: () => void;
  onFullScreen: () => void;
}

interface ActionProps {
  name: string;
  label: string;
  icon: IconName;
  isBusy?: boolean;
  onClick: () => void;
}

function Action({ name, label, icon, isBusy, onClick }: ActionProps) {
  return (
    <Button
      color="inherit"
      startIcon={<Icon name={icon} />}
      aria-label={photoCopy.of(label, name)}
      aria-busy={isBusy}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

/** What most people do with a restored photo; the card's menu has the rest. */
export function PhotoActions({ name, save, onDelete, onFullScreen }: PhotoActionsProps) {
  return (
    <Actions>
      <Action name={name} icon="download" {...save} />
      <Action name={name} label={copy.gallery.fullScreen} icon="expand" onClick={onFullScreen} />
      <Action name={name} label={copy.gallery.delete} icon="trash" onClick={onDelete} />
    </Actions>
  );
}
