import type { Adjustment } from '@heirlight/contract/adjustment';
import type { Embedded } from '@heirlight/contract/photo';
import { useMemo, useRef, useState } from 'react';
import { copy } from '../../copy/copy';
import { draftByHand } from '../../domain/saving/draftByHand';
import { handOver, type NamedFile } from '../../domain/saving/handOver';
import { toast } from '../../lib/toast';
import { Viewer } from '../../ui/viewer/Viewer';
import { byHandCopy } from './byHandCopy';

export interface ByHandProps {
  /** As it would be uploaded. */
  picture: Blob;
  /** What its file is called. */
  name: string;
  /** What its file says about itself. */
  embedded: () => Promise<Embedded | null>;
  /** Called when it has left the page. */
  onGone: () => void;
}

/** Saves what is adjusted. A file that took too long for a phone's share sheet waits for another press. */
function useSaving({ picture, name, embedded }: Omit<ByHandProps, 'onGone'>) {
  const [isSaving, setSaving] = useState(false);
  const waiting = useRef<{ of: string; file: NamedFile }>(null);
  const save = async (adjustment: Adjustment): Promise<boolean> => {
    const of = JSON.stringify(adjustment);
    const file =
      waiting.current?.of === of
        ? waiting.current.file
        : await draftByHand({ picture, name, embedded: await embedded() }, adjustment);
    waiting.current = { of, file };
    const result = await handOver(file);
    if (result === 'needsPress') toast(byHandCopy.ready);
    if (result === 'downloaded') toast(byHandCopy.saved);
    return result === 'downloaded' || result === 'shared';
  };
  const onSave = async (adjustment: Adjustment | null) => {
    if (isSaving) return false;
    if (!adjustment) {
      toast(byHandCopy.unchanged);
      return false;
    }
    setSaving(true);
    try {
      return await save(adjustment);
    } catch (error) {
      console.error('The photo could not be saved', error);
      toast(copy.toasts.downloadFailed);
      return false;
    } finally {
      setSaving(false);
    }
  };
  return { isSaving, onSave };
}

/** The draft on the whole screen, to be coloured and mended by hand. Nothing of it is sent. */
export default function ByHand({ picture, name, embedded, onGone }: ByHandProps) {
  const [isOpen, setOpen] = useState(true);
  const [url] = useState(() => URL.createObjectURL(picture));
  const saving = useSaving({ picture, name, embedded });
  const photo = useMemo(() => {
    const files = { size: null, thumbnail: null, screen: null, whole: url, tiles: null };
    return {
      id: url,
      groupId: url,
      name,
      details: byHandCopy.details,
      made: null,
      pair: { before: files, after: files },
      faces: null,
    };
  }, [url, name]);
  return (
    <Viewer
      open={isOpen}
      photo={photo}
      actions={[]}
      adjustment={null}
      onAdjust={null}
      byHand={{ note: byHandCopy.note, ...saving }}
      position={{ at: 1, of: 1 }}
      onStep={() => undefined}
      onClose={() => setOpen(false)}
      onGone={() => {
        // A development build draws it twice and forgets the first time.
        if (isOpen) return;
        URL.revokeObjectURL(url);
        onGone();
      }}
    />
  );
}
