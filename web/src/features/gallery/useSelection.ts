import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toChooseStore } from '../../domain/photos/lookAt';
import type { PhotoGroup } from '../../domain/photos/photoGroups';
import { useStore } from '../../lib/store';

const NONE: ReadonlySet<string> = new Set();

export interface Selection {
  /** The button that begins it, and gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>;
  /** Whether photos are being chosen. */
  isOn: boolean;
  ids: ReadonlySet<string>;
  /** Those of the chosen photos that are still listed. */
  chosen: readonly PhotoGroup[];
  start: () => void;
  end: () => void;
  /** Chooses a photo or takes it out; with `range` also all between it and the one before. */
  toggle: (id: string, options: { range: boolean }) => void;
  isAll: boolean;
  /** Chooses all listed photos, or none if all are chosen. */
  toggleAll: () => void;
}

function between(photos: readonly PhotoGroup[], one: string | null, other: string): string[] {
  const [from, to] = [one, other].map((id) => photos.findIndex((photo) => photo.id === id)).sort((a, b) => a - b);
  if (from === undefined || to === undefined || from < 0) return [other];
  return photos.slice(from, to + 1).map(({ id }) => id);
}

/**
 * The photos that the user has chosen of those listed, or that something else on the page chose for them. Escape ends
 * it, unless a dialog takes it.
 */
export function useSelection(photos: readonly PhotoGroup[]): Selection {
  const [isOn, setOn] = useState(false);
  const [ids, setIds] = useState(NONE);
  /** Where a range begins: the photo that was pressed last. */
  const anchor = useRef<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const listed = useRef(photos);
  listed.current = photos;

  const end = useCallback(() => {
    setOn(false);
    setIds(NONE);
    anchor.current = null;
  }, []);
  const toChoose = useStore(toChooseStore);
  useEffect(() => {
    if (toChoose.length === 0) return;
    toChooseStore.set([]);
    setIds(new Set(toChoose));
    setOn(true);
  }, [toChoose]);
  const wasOn = useRef(false);
  useEffect(() => {
    if (wasOn.current && !isOn && document.activeElement === document.body) {
      opener.current?.focus({ preventScroll: true });
    }
    wasOn.current = isOn;
  }, [isOn]);
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) end();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn, end]);

  const toggle = useCallback((id: string, { range }: { range: boolean }) => {
    const meant = range ? between(listed.current, anchor.current, id) : [id];
    anchor.current = id;
    setIds((before) => {
      const after = new Set(before);
      const isAdded = !before.has(id);
      for (const one of meant) {
        if (isAdded) after.add(one);
        else after.delete(one);
      }
      return after;
    });
  }, []);

  const chosen = useMemo(() => photos.filter(({ id }) => ids.has(id)), [photos, ids]);
  const isAll = chosen.length === photos.length;
  const toggleAll = () => setIds(isAll ? NONE : new Set(photos.map(({ id }) => id)));
  return { opener, isOn, ids, chosen, start: () => setOn(true), end, toggle, isAll, toggleAll };
}
