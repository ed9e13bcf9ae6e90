import { styled } from '@mui/material/styles';
import { copy } from '../copy/copy';
import { connectivityStore } from '../lib/connectivity';
import { useStore } from '../lib/store';
import { layer, type } from '../theme/tokens';

const Bar = styled('div')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  zIndex: layer.header,
  textAlign: 'center',
  fontSize: type.small,
  color: theme.vars.palette.background.default,
  backgroundColor: theme.vars.palette.text.primary,
  '&:not(:empty)': { padding: theme.spacing(1, 2) },
}));

/**
 * Says when the connection is lost and back. Always in the page, because a live region must exist before its text.
 * Until React runs, `sayLost` fills it with the texts in its attributes (inline.ts).
 */
export function ConnectivityBar() {
  const connectivity = useStore(connectivityStore);
  return (
    <Bar
      role="status"
      data-offline={copy.connectivity.offline}
      data-unreachable={copy.toasts.serviceUnreachable.description}
    >
      {connectivity === 'online' ? null : copy.connectivity[connectivity]}
    </Bar>
  );
}
