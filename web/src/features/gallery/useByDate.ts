import { useEffect, useMemo, useState } from 'react';
import { changesStore } from '../../domain/photos/changes';
import type { Photo, Photos } from '../../domain/photos/photosStore';
import { useDomain } from '../../domain/useDomain';
import { useFound } from './useFound';

type Code = typeof import('./byDate');

export interface ByDate {
  /** The photos by the day on which they were taken; null while they are shown by that of the upload. */
  photos: readonly Photo[] | null;
  headingsOf: Code['yearHeadings'] | undefined;
  /** `part`: there are more photos than were read. */
  state: 'all' | 'part' | 'failed';
  retry: () => void;
}

/**
 * Puts the photos in the order in which they were taken, once all of them are here: those that are not on the page are
 * read at once. Until then, and if it fails, the list stays as it is.
 */
export function useByDate(isOn: boolean, { status, photos: listed, hasMore }: Photos): ByDate {
  const domain = useDomain();
  const [read, setRead] = useFound(listed);
  const [code, setCode] = useState<Code | null>(null);
  const [state, setState] = useState<ByDate['state']>('all');
  const [tries, setTries] = useState(0);
  if (!isOn && (read || state !== 'all')) {
    setRead(null);
    setState('all');
  }

  const isWanted = isOn && status === 'ready';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a press on Try Again asks again.
  useEffect(() => {
    if (!isWanted) return;
    let last = 0;
    const ask = async () => {
      const turn = ++last;
      try {
        const order = await import('./byDate');
        const more = hasMore ? await order.photosByDate(domain) : { photos: [], isPart: false };
        if (turn !== last) return;
        setCode(order);
        setRead(more.photos);
        setState(more.isPart ? 'part' : 'all');
      } catch (error) {
        console.error('The photos could not be put in order', error);
        if (turn === last) setState('failed');
      }
    };
    void ask();
    // Photos that are not on the page change by requests only: the list says nothing of them.
    const stop = changesStore.subscribe(() => void ask());
    return () => {
      last = -1;
      stop();
    };
  }, [isWanted, hasMore, domain, tries]);

  const photos = useMemo(() => {
    if (!isOn || !code || !read) return null;
    return code.byDate(new Map([...read, ...listed].map((photo) => [photo.id, photo])).values());
  }, [isOn, code, read, listed]);
  return {
    photos,
    headingsOf: photos ? code?.yearHeadings : undefined,
    state,
    retry: () => setTries((before) => before + 1),
  };
}
