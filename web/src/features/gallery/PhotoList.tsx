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
/** With reduced motion framer-motion jumps instead of moving. Fading alone has nothing to jump. */
const FADED = { opacity: 0 };
const HERE = { opacity: 1, scale: 1, y: 0 };

type Ids = ReadonlySet<string>;

/** A card that has left the list leaves visibly; one that is only scrolled out of the page goes at once. */
const leaving = (id: string, away: TargetAndTransition) => ({ gone: (listed: Ids) => (listed.has(id) ? {} : away) });

/** The dialog of one photo. It stays mounted while it closes, and goes when its photo goes. */
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
 * Cards arrive, leave and make room for each other; with reduced motion they only fade. A few photos and many use the
 * same grid, so that a card keeps its state when another page of photos comes or goes.
 */
export function PhotoList({ photos }: { photos: readonly Photo[] }) {
  const { list, shown, above, below, whole, measured } = useRowsInWindow(photos);
  const listed = useMemo<Ids>(() => new Set(photos.map(({ id }) => id)), [photos]);
  /** The photos listed before, so that a card that is only scrolled to does not arrive. */
  const known = useRef<Ids>(new Set());
  useEffect(() => {
    known.current = listed;
  }, [listed]);
  const dialog = useDialog(photos);
  const away = useReducedMotion() ? FADED : AWAY;
  // The virtualizer corrects the scroll position; the browser must not correct it a second time.
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
              // Only a changed list moves cards, not scrolling.
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
