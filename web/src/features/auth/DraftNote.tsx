import { styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { copy } from '../../copy/copy';
import { pendingDraftStore } from '../../domain/draft/draft';
import { savedDraft } from '../../domain/draft/savedDraft';
import { useStore } from '../../lib/store';

const Note = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(2),
  marginTop: theme.spacing(2.5),
  padding: theme.spacing(1.5),
  borderRadius: theme.shape.borderRadius,
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.own.accentWash,
}));

const Print = styled('img')(({ theme }) => ({
  width: theme.spacing(8),
  height: theme.spacing(8),
  flex: 'none',
  objectFit: 'cover',
  borderRadius: theme.spacing(1),
}));

function Picture({ file }: { file: File }) {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const shown = URL.createObjectURL(file);
    setUrl(shown);
    return () => URL.revokeObjectURL(shown);
  }, [file]);
  // A TIFF, say, which the browser cannot show and the upload dialog converts.
  return url && <Print src={url} alt={copy.auth.photoAlt} onError={() => setUrl('')} />;
}

/** Shows the draft that was chosen before logging in, and says what becomes of it. After a reload it is found again. */
export function DraftNote() {
  const pending = useStore(pendingDraftStore);
  useEffect(() => {
    if (pendingDraftStore.get()) return;
    savedDraft.awaitingLogin().then(
      (draft) => draft && !pendingDraftStore.get() && pendingDraftStore.set(draft),
      (error: unknown) => console.error('The saved draft was not found', error),
    );
  }, []);
  const { length = 0 } = pending?.others ?? [];
  return (
    pending && (
      <Note role="status">
        <Picture file={pending.file} />
        <p>
          {length > 0 && `${copy.moreWait(pending.file.name, length)} `}
          {copy.auth.photoWaits}
        </p>
      </Note>
    )
  );
}
