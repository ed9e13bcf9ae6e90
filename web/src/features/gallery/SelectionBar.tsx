import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { comparedWith } from '../../domain/photos/photoGroups';
import { toast } from '../../lib/toast';
import { TARGET_PX, type } from '../../theme/tokens';
import { Icon, type IconName } from '../../ui/Icon';
import { LazyPart } from '../../ui/LazyPart';
import { visuallyHidden } from '../../ui/visuallyHidden';
import { seenVersion } from './chosenVersions';
import { isRestored } from './photoView';
import { selectionCopy } from './selectionCopy';
import type { Selection } from './useSelection';
import { useSelectionWork } from './useSelectionWork';

const shareCode = () => import('./ShareSetDialog');
const saveCode = () => import('./SavePhotosDialog');
const confirmCode = () => import('./DeletePhotosDialog');

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  // Large text takes two rows.
  flexWrap: 'wrap',
  gap: theme.spacing(1),
  flex: 1,
  minWidth: 0,
  [theme.breakpoints.down('sm')]: { gap: theme.spacing(0.5) },
}));
const Count = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  flex: '1 1 auto',
  fontVariantNumeric: 'tabular-nums',
  // In two lines sooner than in a row of its own.
  [theme.breakpoints.down('sm')]: { flexBasis: '3.25rem', lineHeight: 1.2 },
}));
const Working = styled('div')(({ theme }) => ({ flex: 1, minWidth: 0, display: 'grid', gap: theme.spacing(0.5) }));

/** What does not fit beside the count stands below it, all together. */
const Acts = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: 'inherit',
  marginLeft: 'auto',
});

/** With words where there is room; on phones its picture alone. */
const Wide = styled(Button)(({ theme }) => ({
  gap: theme.spacing(1),
  minWidth: TARGET_PX,
  [theme.breakpoints.down('sm')]: { paddingInline: 0, '& > span': visuallyHidden },
}));

interface ActProps {
  icon: IconName;
  color?: 'error';
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Act({ icon, color, disabled, onClick, children }: ActProps) {
  return (
    <Wide variant="outlined" disabled={disabled} onClick={onClick} {...(color && { color })}>
      <Icon name={icon} />
      <span>{children}</span>
    </Wide>
  );
}

/** What can be done with the chosen photos, or how far it is. */
export default function SelectionBar({ hasMore, ...selection }: Selection & { hasMore: boolean }) {
  const { chosen, end, toggleAll, isAll } = selection;
  const { working, save, cancel, remove, retry } = useSelectionWork(selection);
  const [asks, setAsks] = useState<'save' | 'share' | 'delete' | null>(null);
  const close = useRef<HTMLButtonElement>(null);
  const stopAsking = () => setAsks(null);
  const isIdle = working === null;
  useEffect(() => {
    // The button that was pressed is gone.
    if (isIdle && document.activeElement === document.body) close.current?.focus({ preventScroll: true });
  }, [isIdle]);
  const shown = chosen.map((group) => comparedWith(seenVersion(group), group, 'upload'));
  const restored = shown.filter(isRestored);
  const failed = shown.filter(({ status }) => status === 'failed');
  if (working) {
    return (
      <Bar>
        <Working>
          <Count>{working.text}</Count>
          <LinearProgress variant="determinate" value={working.percent} aria-label={working.text} />
        </Working>
        {working.isCancellable && (
          <Button variant="outlined" onClick={cancel}>
            {selectionCopy.cancelSaving}
          </Button>
        )}
      </Bar>
    );
  }
  return (
    <Bar>
      <Button
        ref={close}
        color="inherit"
        aria-label={selectionCopy.endSelecting}
        // On a phone its cross stands at the page's edge: the count needs the room.
        sx={{ minWidth: TARGET_PX, padding: 0, ml: { xs: -1.5, sm: 0 } }}
        onClick={end}
      >
        <Icon name="close" />
      </Button>
      <Count role="status">{selectionCopy.selected(chosen.length)}</Count>
      <Button
        color="inherit"
        sx={{ px: { xs: 0, sm: 1 }, fontSize: { xs: type.small, sm: type.body } }}
        onClick={() => {
          toggleAll();
          if (hasMore && !isAll) toast(selectionCopy.shownSelected);
        }}
      >
        {isAll ? selectionCopy.selectNone : selectionCopy.selectAll}
      </Button>
      <Acts>
        <Act icon="download" disabled={restored.length === 0} onClick={() => setAsks('save')}>
          {restored.length === 0 ? selectionCopy.saveNone : selectionCopy.save(restored.length)}
        </Act>
        <Act icon="share" disabled={restored.length === 0} onClick={() => setAsks('share')}>
          {restored.length === 0 ? selectionCopy.shareNone : selectionCopy.share(restored.length)}
        </Act>
        {failed.length > 0 && (
          <Act icon="again" disabled={false} onClick={() => void retry(failed)}>
            {selectionCopy.retry(failed.length)}
          </Act>
        )}
        <Act icon="trash" color="error" disabled={chosen.length === 0} onClick={() => setAsks('delete')}>
          {chosen.length === 0 ? selectionCopy.deleteNone : selectionCopy.delete(chosen.length)}
        </Act>
      </Acts>
      {asks === 'save' && (
        <LazyPart
          load={saveCode}
          props={{
            count: restored.length,
            onSave: (choice) => {
              setAsks(null);
              void save(restored, choice);
            },
            onClose: stopAsking,
          }}
          onLost={stopAsking}
        />
      )}
      {asks === 'share' && (
        <LazyPart
          load={shareCode}
          props={{
            photos: restored,
            leftOut: chosen.length - restored.length,
            onClose: stopAsking,
          }}
          onLost={stopAsking}
        />
      )}
      {asks === 'delete' && (
        <LazyPart
          load={confirmCode}
          props={{
            count: chosen.length,
            onConfirm: () => {
              setAsks(null);
              void remove(chosen);
            },
            onClose: stopAsking,
          }}
          onLost={stopAsking}
        />
      )}
    </Bar>
  );
}
