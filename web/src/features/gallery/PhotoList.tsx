import { styled } from '@mui/material/styles';
import { AnimatePresence, MotionConfig, motion, useReducedMotion } from 'framer-motion';
import type { Photo } from '../../lib/photos';
import { motion as timing } from '../../theme/tokens';
import { PhotoCard } from './PhotoCard';

/** Between cards, in px. */
export const GRID_GAP_PX = 24;

export const PhotoGrid = styled('ul')(({ theme }) => ({
  display: 'grid',
  alignItems: 'start',
  gap: GRID_GAP_PX,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
}));

const seconds = timing.arriveMs / 1000;
const AWAY = { opacity: 0, scale: 0.94, y: 16 };
/** Where movement is not wanted, framer-motion jumps instead; fading alone has nothing to jump. */
const FADED = { opacity: 0 };
const HERE = { opacity: 1, scale: 1, y: 0 };

/** Cards arrive, leave and make room for each other; without movement for those who ask for less. */
export function PhotoList({ photos }: { photos: readonly Photo[] }) {
  const away = useReducedMotion() ? FADED : AWAY;
  return (
    <MotionConfig reducedMotion="user" transition={{ duration: seconds }}>
      <PhotoGrid>
        <AnimatePresence mode="popLayout">
          {photos.map((photo) => (
            <motion.li key={photo.id} layout="position" initial={away} animate={HERE} exit={away}>
              <PhotoCard photo={photo} />
            </motion.li>
          ))}
        </AnimatePresence>
      </PhotoGrid>
    </MotionConfig>
  );
}
