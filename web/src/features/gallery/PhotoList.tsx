import { AnimatePresence, MotionConfig, motion, type TargetAndTransition, useReducedMotion } from 'framer-motion';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Photo } from '../../domain/photos/photosStore';
import { motion as timing } from '../../theme/tokens';
import { PhotoCard } from './PhotoCard';
import { type PhotoDialog, PhotoDialogs } from './PhotoDialogs';
import { PhotoGrid } from './PhotoGrid';
import { useRowsInWindow } from './useRowsInWindow';

const seconds = timing.arriveMs / 1000;
const AWAY = { opacity: 0, scale: 0.94, y: 16 };
/** Where movement is not wanted, framer-motion jumps instead; fading alone has nothing to jump. */
const FADED = { opacity: 0 };
const HERE = { opacity: 1, scale: 1, y: 0 };

type Ids = ReadonlySet<string>;

/** How a card goes: at once when it is only scrolled out of the page, to be seen when it has left the list. */
const leaving = (id: string, away: TargetAndTransition) => ({ gone: (listed: Ids) => (listed.has(id) ? {} : away) });

/** The dialog of one photo, kept while it closes, and gone with its photo. */
function useDialog(photos: readonly Photo[]) {
  const [asked, setAsked] = useState<PhotoDialog | null>(null);
  const [isOpen, setOpen] = useState(false);
  const photo = asked && photos.find(({ id }) => id === asked.photoId);
  if (asked && !photo) setAsked(null);
  const open = useCallback((dialog: PhotoDialog) => {
    setAsked(dialog);
    setOpen(true);
  }, []);
  return { photo, shown: isOpen && asked ? asked.kind : null, open, close: () => setOpen(false) };
}

/**
 * Cards arrive, leave and make room for each other; without movement for those who ask for less. One grid for a few
 * photos and for many: a card stays itself, with what it is busy with, when another page of them comes or goes.
 */
export function PhotoList({ photos }: { photos: readonly Photo[] }) {
  const { list, shown, above, below, whole, measured } = useRowsInWindow(photos);
  const listed = useMemo<Ids>(() => new Set(photos.map(({ id }) => id)), [photos]);
  /** A card that is only scrolled to does not arrive. */
  const known = useRef<Ids>(new Set());
  useEffect(() => {
    known.current = listed;
  }, [listed]);
  const dialog = useDialog(photos);
  const away = useReducedMotion() ? FADED : AWAY;
  // The browser would make up for heights as well, a second time.
  const overflowAnchor = whole ? undefined : 'none';
  return (
    <MotionConfig reducedMotion="user" transition={{ duration: seconds }}>
      <PhotoGrid ref={list} style={{ paddingTop: above, paddingBottom: below, overflowAnchor }}>
        <AnimatePresence mode="popLayout" custom={listed}>
          {shown.map((photo, position) => (
            <motion.li
              key={photo.id}
              {...measured(position)}
              layout="position"
              // Nothing glides because of scrolling.
              layoutDependency={photos}
              initial={known.current.has(photo.id) ? false : away}
              animate={HERE}
              exit="gone"
              variants={leaving(photo.id, away)}
            >
              <PhotoCard photo={photo} onOpen={dialog.open} />
            </motion.li>
          ))}
        </AnimatePresence>
      </PhotoGrid>
      {dialog.photo && (
        <PhotoDialogs key={dialog.photo.id} photo={dialog.photo} open={dialog.shown} onClose={dialog.close} />
      )}
    </MotionConfig>
  );
}
