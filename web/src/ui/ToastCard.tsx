import { TOAST_DURATION_MS } from '@heirlight/contract/limits';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useContext, useEffect } from 'react';
import { copy } from '../copy/copy';
import type { Toast } from '../lib/toast';
import { HAIRLINE, toastWidth } from '../theme/tokens';
import { Icon } from './Icon';
import { ToastPause, useCountdown } from './toastPause';
import { useSwipe } from './useSwipe';
import { Words } from './Words';

const Card = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'start',
  justifyContent: 'space-between',
  gap: theme.spacing(1),
  width: toastWidth,
  padding: theme.spacing(1, 1, 1, 2.5),
  borderRadius: theme.shape.borderRadius,
  border: `${HAIRLINE} solid ${theme.vars.palette.divider}`,
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: theme.vars.palette.own.shadowHigh,
  touchAction: 'pan-y',
  // Otherwise a swipe by mouse selects the words, and the next one drags the selection instead of the card.
  userSelect: 'none',
  '&[data-destructive]': {
    color: theme.vars.palette.error.contrastText,
    backgroundColor: theme.vars.palette.error.main,
    borderColor: theme.vars.palette.error.main,
  },
}));

const Lines = styled('div')(({ theme }) => ({ minWidth: 0, paddingBlock: theme.spacing(1) }));
const Title = styled(Typography)(({ theme }) => ({ fontWeight: theme.typography.fontWeightBold }));

export interface ToastCardProps {
  toast: Toast;
  onDismiss: () => void;
}

/** One message. A swipe, its button or time dismisses it; Escape, too, while it is pointed at or focused. */
export function ToastCard({ toast, onDismiss }: ToastCardProps) {
  const attended = useContext(ToastPause);
  const swipe = useSwipe(onDismiss);
  useCountdown(TOAST_DURATION_MS, onDismiss);

  useEffect(() => {
    if (!attended) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDismiss();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [attended, onDismiss]);

  return (
    <Card
      {...swipe}
      role={toast.destructive ? 'alert' : 'status'}
      aria-atomic="true"
      data-destructive={toast.destructive || undefined}
    >
      <Lines>
        <Title>{toast.title}</Title>
        {toast.description && (
          <Typography variant="body2">
            <Words>{toast.description}</Words>
          </Typography>
        )}
      </Lines>
      {toast.action && (
        <Button
          color="inherit"
          onClick={() => {
            onDismiss();
            toast.action?.run();
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton color="inherit" aria-label={copy.notifications.dismiss} onClick={onDismiss}>
        <Icon name="close" />
      </IconButton>
    </Card>
  );
}
