import { dateOfPhoto, sourceTypeOf } from '@heirlight/imaging/metadata';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { copy } from '../../copy/copy';
import { keepCopy } from '../../copy/keepCopy';
import type { Photo } from '../../domain/photos/photosStore';
import { beforeAfterCard, cardLayout } from '../../domain/saving/beforeAfterCard';
import { canEncodeWebp } from '../../domain/saving/convertPicture';
import { fileForSaving, type SavedFile, type SaveFormat } from '../../domain/saving/fileForSaving';
import { handOver, type NamedFile, sharesFiles } from '../../domain/saving/handOver';
import { useDomain } from '../../domain/useDomain';
import { toast } from '../../lib/toast';
import { radius } from '../../theme/tokens';
import { DialogShell } from '../../ui/DialogShell';
import { Icon } from '../../ui/Icon';
import { useFocusBackToCard } from './cardFocus';
import { photoRatio } from './photoView';

const words = keepCopy.save;
const FORMATS: readonly SaveFormat[] = ['jpeg', 'png', 'webp'];

const Choice = styled(Button)(({ theme }) => ({
  justifyContent: 'flex-start',
  textAlign: 'left',
  gap: theme.spacing(1),
  padding: theme.spacing(1.25, 2),
  borderRadius: radius.medium,
}));

const CardFrame = styled('div')(({ theme }) => ({
  overflow: 'hidden',
  borderRadius: radius.medium,
  backgroundColor: theme.vars.palette.own.sunken,
  boxShadow: theme.vars.palette.own.shadowLow,
  display: 'grid',
  placeItems: 'center',
  '& > img': { width: '100%', height: 'auto' },
}));

export interface SaveDialogProps {
  photo: Photo;
  open: boolean;
  onClose: () => void;
}

/** Other formats than the specification's PNG, the before/after card, and what the files say about themselves. */
export function SaveDialog({ photo, open, onClose }: SaveDialogProps) {
  return (
    <DialogShell open={open} title={words.title} closeLabel={words.close} onClose={onClose} maxWidth="xs">
      <Saving photo={photo} />
    </DialogShell>
  );
}

function sayFailed(error: unknown): void {
  console.error('The photo could not be saved', error);
  toast(copy.toasts.downloadFailed);
}

/** Hands a file over; one that took too long for the share sheet waits here for another press. */
function useHandOver() {
  const [waiting, setWaiting] = useState<NamedFile | null>(null);
  const give = async (file: NamedFile) => {
    try {
      const result = await handOver(file);
      setWaiting(result === 'needsPress' ? file : null);
      if (result === 'downloaded') toast(copy.toasts.downloadStarted);
    } catch (error) {
      sayFailed(error);
    }
  };
  return { waiting, give };
}

function Saving({ photo }: { photo: Photo }) {
  useFocusBackToCard(photo.id);
  const isDescribed = Boolean(dateOfPhoto(photo) || photo.name || photo.caption);
  return (
    <Stack spacing={2.5} divider={<Divider />}>
      <Formats photo={photo} />
      <Card photo={photo} />
      <Typography variant="body2" color="textSecondary">
        {`${keepCopy.made[sourceTypeOf(photo)]} ${isDescribed ? words.inside.dated : words.inside.plain}`}
      </Typography>
    </Stack>
  );
}

function Formats({ photo }: { photo: Photo }) {
  const domain = useDomain();
  const [saved, setSaved] = useState<SavedFile | null>(null);
  const [preparing, setPreparing] = useState<SaveFormat | null>(null);
  const [ready, setReady] = useState<SaveFormat | null>(null);
  const [hasWebp, setHasWebp] = useState(false);
  const { waiting, give } = useHandOver();
  useEffect(() => {
    void canEncodeWebp().then(setHasWebp);
  }, []);
  const save = async (format: SaveFormat) => {
    if (preparing) return;
    if (waiting && ready === format) {
      await give(waiting);
      return;
    }
    setPreparing(format);
    try {
      const file = await fileForSaving(photo, format, domain);
      setSaved(file);
      setReady(format);
      await give(file);
    } catch (error) {
      sayFailed(error);
    }
    setPreparing(null);
  };
  return (
    <Stack spacing={1}>
      {FORMATS.filter((format) => format !== 'webp' || hasWebp).map((format) => {
        const { label, text } = words.formats[format];
        const isWaiting = waiting !== null && ready === format;
        return (
          <Choice
            key={format}
            color="inherit"
            variant={isWaiting ? 'contained' : 'outlined'}
            startIcon={<Icon name="download" />}
            aria-busy={preparing === format}
            onClick={() => void save(format)}
          >
            <span>
              <Typography component="span" sx={{ display: 'block', fontWeight: 'inherit' }}>
                {isWaiting ? words.ready(label) : label}
              </Typography>
              <Typography component="span" variant="body2" color={isWaiting ? 'inherit' : 'textSecondary'}>
                {preparing === format ? words.preparing : text}
              </Typography>
            </span>
          </Choice>
        );
      })}
      <Typography role="status" variant="body2" sx={{ '&&:empty': { mt: 0 } }}>
        {saved?.isSigned && words.signed}
      </Typography>
    </Stack>
  );
}

type Drawn = { file: NamedFile; url: string } | 'drawing' | 'failed';

function useCard(photo: Photo): Drawn {
  const [drawn, setDrawn] = useState<Drawn>('drawing');
  useEffect(() => {
    let isShown = true;
    let url: string | null = null;
    beforeAfterCard(photo)
      .then((file) => {
        if (!isShown) return;
        url = URL.createObjectURL(file.blob);
        setDrawn({ file, url });
      })
      .catch((error: unknown) => {
        console.error('The card could not be drawn', error);
        if (isShown) setDrawn('failed');
      });
    return () => {
      isShown = false;
      if (url) URL.revokeObjectURL(url);
    };
  }, [photo]);
  return drawn;
}

function Card({ photo }: { photo: Photo }) {
  const drawn = useCard(photo);
  const { give } = useHandOver();
  const { width, height } = cardLayout(photoRatio(photo), photo.date_text !== null);
  const { title, text, alt, loading, failed, action, share } = words.card;
  return (
    <Stack spacing={1.5}>
      <div>
        <Typography variant="h3">{title}</Typography>
        <Typography variant="body2" color="textSecondary">
          {text}
        </Typography>
      </div>
      <CardFrame style={{ aspectRatio: `${width} / ${height}` }}>
        {typeof drawn === 'object' ? (
          <img src={drawn.url} alt={alt} />
        ) : (
          <Typography variant="body2" color="textSecondary" sx={{ p: 2, textAlign: 'center' }}>
            {drawn === 'failed' ? failed : loading}
          </Typography>
        )}
      </CardFrame>
      {typeof drawn === 'object' && (
        <Button variant="contained" onClick={() => void give(drawn.file)}>
          {sharesFiles() ? share : action}
        </Button>
      )}
    </Stack>
  );
}
