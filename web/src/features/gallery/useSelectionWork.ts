import { useEffect, useRef, useState } from 'react';
import { deletePhotos } from '../../domain/photos/deletePhotos';
import type { PhotoGroup } from '../../domain/photos/photoGroups';
import type { Photo } from '../../domain/photos/photosStore';
import { retryPhotos } from '../../domain/photos/retryPhotos';
import { useDomain } from '../../domain/useDomain';
import { toast } from '../../lib/toast';
import { chooseTarget } from '../../lib/zip/saveTarget';
import type { RestoredPhoto } from './photoView';
import type { ZipChoice } from './savePhotos';
import { selectionCopy } from './selectionCopy';
import type { Selection } from './useSelection';

const savePhotosCode = () => import('./savePhotos');

interface Work {
  /** Says which of how many it is at. */
  text: (at: number, of: number) => string;
  done: number;
  of: number;
  isCancellable: boolean;
}

/** Saves, deletes or tries again the chosen photos, and ends the choice when that has been done. */
export function useSelectionWork({ end }: Pick<Selection, 'end'>) {
  const domain = useDomain();
  const [work, setWork] = useState<Work | null>(null);
  const saving = useRef<AbortController | null>(null);
  // Who logs out keeps nothing running.
  useEffect(() => () => saving.current?.abort(), []);
  const count = () => setWork((before) => before && { ...before, done: before.done + 1 });

  const save = async (photos: readonly RestoredPhoto[], choice: ZipChoice) => {
    const name = selectionCopy.zipName(new Date().toLocaleDateString('sv-SE'));
    const target = await chooseTarget(name);
    if (!target) return;
    const controller = new AbortController();
    saving.current = controller;
    setWork({
      text: selectionCopy.saving,
      done: 0,
      of: photos.length * (choice.originals ? 2 : 1),
      isCancellable: true,
    });
    try {
      const { savePhotos } = await savePhotosCode();
      const { signal } = controller;
      const order = { ...choice, photos, target, name, signal, onFile: count, deps: domain };
      const isDone = await savePhotos(order);
      if (isDone) end();
    } catch (error) {
      console.error('The photos could not be saved', error);
      toast(selectionCopy.saveFailed);
    } finally {
      setWork(null);
    }
  };

  const remove = async (groups: readonly PhotoGroup[]) => {
    setWork({ text: selectionCopy.deleting, done: 0, of: groups.length, isCancellable: false });
    await deletePhotos(groups, domain, count);
    setWork(null);
    end();
  };

  const retry = async (failed: readonly Photo[]) => {
    setWork({ text: selectionCopy.retrying, done: 0, of: failed.length, isCancellable: false });
    await retryPhotos(failed, domain, count);
    setWork(null);
    end();
  };

  return {
    working: work && {
      text: work.text(Math.min(work.done + 1, work.of), work.of),
      percent: (100 * work.done) / work.of,
      isCancellable: work.isCancellable,
    },
    save,
    cancel: () => saving.current?.abort(),
    remove,
    retry,
  };
}
