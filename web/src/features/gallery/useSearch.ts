import { useEffect, useRef, useState } from 'react';
import { changesStore } from '../../domain/photos/changes';
import type { Photo } from '../../domain/photos/photosStore';
import { useDomain } from '../../domain/useDomain';
import { useFound } from './useFound';

/** Typing pauses so long before the server is asked. */
const PAUSE_MS = 300;

export interface Search {
  text: string;
  /** What was found; null while the whole list is shown. */
  found: readonly Photo[] | null;
  state: 'idle' | 'looking' | 'found' | 'failed';
  look: (text: string) => void;
}

/** Finds photos by a text, once typing pauses: those on the page, `listed`, and others. An empty text ends it. */
export function useSearch(listed: readonly Photo[]): Search {
  const { searchPhotos } = useDomain().photos;
  const [text, setText] = useState('');
  const [state, setState] = useState<Search['state']>('idle');
  const [found, setFound] = useFound(listed);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Counts the requests, because the response to an older one can come later. */
  const asked = useRef(0);
  useEffect(
    () => () => {
      asked.current = -1;
      clearTimeout(timer.current);
    },
    [],
  );

  const find = async (wanted: string) => {
    const turn = ++asked.current;
    try {
      const photos = await searchPhotos(wanted);
      if (turn !== asked.current) return;
      setFound(photos);
      setState('found');
    } catch (error) {
      console.error('The photos could not be searched', error);
      if (turn === asked.current) setState('failed');
    }
  };

  // Photos that are not on the page change by requests only: the list says nothing of them.
  useEffect(() => {
    if (found) return changesStore.subscribe(() => void find(text.trim()));
  });

  const look = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    asked.current += 1;
    const wanted = next.trim();
    if (wanted === '') {
      setFound(null);
      setState('idle');
      return;
    }
    setState('looking');
    timer.current = setTimeout(() => void find(wanted), PAUSE_MS);
  };

  return { text, found, state, look };
}
