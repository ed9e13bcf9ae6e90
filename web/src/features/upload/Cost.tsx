import { WELCOME_RESTORES } from '@heirlight/contract/limits';
import Typography from '@mui/material/Typography';
import { copy } from '../../copy/copy';
import { uploadCopy } from '../../copy/uploadCopy';
import { type Credits, creditsStore } from '../../domain/account/creditsStore';
import { type Photos, photosStore } from '../../domain/photos/photosStore';
import { hasNoRestore } from '../../domain/upload/lookFirst';
import { useStore } from '../../lib/store';

/** As an account begins: with the restore that it was given, and no photo. */
const isGiven = ({ status, restoresAvailable }: Credits) =>
  status === 'ready' && restoresAvailable > 0 && restoresAvailable === WELCOME_RESTORES;
const isNew = ({ status, photos }: Photos) => photos.length === 0 && status !== 'loading' && status !== 'error';

/** What the restore costs, or what comes first. */
export function Cost() {
  const isWithout = useStore(creditsStore, hasNoRestore);
  const given = useStore(creditsStore, isGiven);
  const fresh = useStore(photosStore, isNew);
  return (
    <Typography variant="body2" color="textSecondary" sx={{ textAlign: 'center' }}>
      {isWithout ? copy.toasts.noneLeft.description : given && fresh ? uploadCopy.free : uploadCopy.cost}
    </Typography>
  );
}
