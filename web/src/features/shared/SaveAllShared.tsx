import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import type { SharedPhoto } from '../../domain/saving/shareLink';
import { nameSome } from '../../lib/zip/nameSome';
import { chooseTarget } from '../../lib/zip/saveTarget';
import { saveAllCopy as words } from './saveAllCopy';

export interface SaveAllSharedProps {
  photos: readonly SharedPhoto[];
  /** What each photo is called on the page. */
  names: readonly string[];
}

/** Saves all photos of a shared set in one zip. While it works, the button cancels. */
export function SaveAllShared({ photos, names }: SaveAllSharedProps) {
  const [done, setDone] = useState<number | null>(null);
  const [said, setSaid] = useState<{ text: string; isError: boolean } | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const save = async () => {
    setSaid(null);
    const name = words.zipName(new Date().toLocaleDateString('sv-SE'));
    const target = await chooseTarget(name);
    if (!target) return;
    controller.current = new AbortController();
    const { signal } = controller.current;
    setDone(0);
    try {
      const { saveSharedSet } = await import('../../domain/saving/saveSharedSet');
      const onFile = () => setDone((before) => (before ?? 0) + 1);
      const { saved, failed } = await saveSharedSet(photos, names, { target, name, signal, onFile });
      const isWhole = failed.length === 0;
      setSaid({
        text: isWhole ? words.saved(saved) : words.savedInPart(saved, nameSome(failed)),
        isError: !isWhole,
      });
    } catch (error) {
      if (signal.aborted) return;
      console.error('The shared photos could not be saved', error);
      setSaid({ text: words.failed, isError: true });
    } finally {
      setDone(null);
    }
  };
  const press = () => {
    if (done === null) void save();
    else controller.current?.abort();
  };
  return (
    <>
      <Button variant="outlined" size="large" aria-busy={done !== null} onClick={press}>
        {done === null ? words.save(photos.length) : words.cancel}
      </Button>
      <Typography role="status">
        {done === null ? (said && !said.isError ? said.text : '') : words.saving(done, photos.length)}
      </Typography>
      {said?.isError && (
        <Typography role="alert" color="error">
          {said.text}
        </Typography>
      )}
    </>
  );
}
