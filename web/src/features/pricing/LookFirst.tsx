import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { creditsStore } from '../../domain/account/creditsStore';
import { isSomebodys, sessionStore } from '../../domain/session/sessionStore';
import { hasNoRestore, lookFirst } from '../../domain/upload/lookFirst';
import { useStore } from '../../lib/store';
import { lookFirstCopy } from './lookFirstCopy';

/** In line with the words above it. */
const Quiet = styled(Button)(({ theme }) => ({
  ...theme.typography.body2,
  marginLeft: theme.spacing(-1),
  paddingInline: theme.spacing(1),
  textAlign: 'start',
  textDecoration: 'underline',
}));

/** For a user without restores, for whom the prices open in place of the upload dialog. */
export function LookFirst() {
  const isIn = useStore(sessionStore, isSomebodys);
  const isWithout = useStore(creditsStore, hasNoRestore);
  if (!isIn || !isWithout) return null;
  return (
    <Quiet color="inherit" onClick={() => void lookFirst()}>
      {lookFirstCopy}
    </Quiet>
  );
}
