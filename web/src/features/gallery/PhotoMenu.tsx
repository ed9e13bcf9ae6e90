import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { TARGET_PX } from '../../theme/tokens';
import { Icon, type IconName } from '../../ui/Icon';
import { photoCopy } from './photoCopy';

export interface MenuEntry {
  label: string;
  icon: IconName;
  onClick: () => void;
}

export interface PhotoMenuProps {
  /** The button below which it opens. */
  anchor: HTMLElement;
  /** The photo's name. */
  name: string;
  entries: readonly MenuEntry[];
  /** What the shown version can be compared with; empty where there is nothing to choose. */
  comparisons: readonly { id: string; label: string; isChosen: boolean }[];
  onCompare: (id: string) => void;
  onClose: () => void;
}

const row = { minHeight: TARGET_PX, whiteSpace: 'normal' };

/** The rest of what can be done with a photo. */
export default function PhotoMenu({ anchor, name, entries, comparisons, onCompare, onClose }: PhotoMenuProps) {
  const close = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Menu
      open
      // The keyboard begins with the first entry, not with what the photo is compared with.
      variant="menu"
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      // A landmark: what stands outside of one is not found by those who go from one to the next.
      slotProps={{ paper: { role: 'region', 'aria-label': name }, list: { 'aria-label': name } }}
    >
      {entries.map(({ label, icon, onClick }) => (
        <MenuItem key={label} onClick={close(onClick)} sx={row}>
          <ListItemIcon sx={{ color: 'inherit' }}>
            <Icon name={icon} />
          </ListItemIcon>
          {label}
        </MenuItem>
      ))}
      {comparisons.length > 0 && <Divider />}
      {comparisons.length > 0 && (
        <ListSubheader role="presentation" sx={{ lineHeight: 2, backgroundColor: 'transparent' }}>
          {photoCopy.compareWith}
        </ListSubheader>
      )}
      {comparisons.map(({ id, label, isChosen }) => (
        <MenuItem
          key={id}
          role="menuitemradio"
          aria-checked={isChosen}
          aria-label={`${photoCopy.compareWith} ${label}`}
          selected={isChosen}
          onClick={close(() => onCompare(id))}
          sx={row}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
