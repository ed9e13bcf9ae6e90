import { styled } from '@mui/material/styles';
import { connectivityStore } from '../lib/connectivity';
import { copy } from '../lib/copy';
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

/** Says that the connection is gone and when it is back. Always in the page: a live region must be there to be heard. */
export function ConnectivityBar() {
  const connectivity = useStore(connectivityStore);
  return <Bar role="status">{connectivity === 'online' ? null : copy.connectivity[connectivity]}</Bar>;
}
