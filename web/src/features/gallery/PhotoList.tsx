// Why: docs/decisions/2026-11-23-fewer-bytes-before-the-first-picture.md
import { styled } from '@mui/material/styles';
import {
  AnimatePresence,
  LazyMotion,
  MotionConfig,
  m,
  type TargetAndTransition,
  useIsPresent,
  useReducedMotion,
} from 'framer-motion';
import { type ComponentProps, memo, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { GallerySize } from '../../domain/account/lastSeen';
import { type PhotoGroup, shownVersion } from '../../domain/photos/photoGroups';
import { sessionStore } from '../../domain/session/sessionStore';
import { pictureShown, pictureShownStore } from '../../lib/firstPicture';
import { motion as timing, type } from '../../theme/tokens';
import { LazyPart } from '../../ui/LazyPart';
import { ChoicePhoto } from './ChoicePhoto';
import { useColumns } from './columns';
import { dayHeadings } from './days';
import { PhotoCard } from './PhotoCard';
import type { PhotoDialog, PhotoDialogsProps } from './PhotoDialogs';
import { AWAY, PhotoGrid } from './PhotoGrid';
import { photoName } from './photoView';
import { USUAL_ROW_PX, useRowsInWindow } from './useRowsInWindow';
import type { Selection } from './useSelection';
import { useToday } from './useToday';

const seconds = timing.arriveMs / 1000;
/** With reduced motion framer-motion jumps instead of moving. Fading alone has nothing to jump. */
const FADED = { opacity: 0 };
const HERE = { opacity: 1, scale: 1, y: 0 };

type Ids = ReadonlySet<string>;

/** A card that has left the list leaves visibly; one that is only scrolled out of the page goes at once. */
const leaving = (id: string, away: TargetAndTransition) => ({ gone: (listed: Ids) => (listed.has(id) ? {} : away) });

const dialogsCode = () => import('./PhotoDialogs');

/**
 * The dialog of one photo. It stays mounted while it closes, and goes when its photo goes; the viewer does not, which
 * shows the others, too.
 */
function useDialog(groups: readonly PhotoGroup[]) {
  const [asked, setAsked] = useState<PhotoDialog | null>(null);
  const [isOpen, setOpen] = useState(false);
  const group = asked && groups.find(({ versions }) => versions.some(({ id }) => id === asked.photoId));
  const photo = group?.versions.find(({ id }) => id === asked?.photoId);
  const last = useRef<Pick<PhotoDialogsProps, 'group' | 'photo'>>(null);
  if (group && photo) last.current = { group, photo };
  else if (asked && asked.kind !== 'fullScreen') setAsked(null);
  const open = useCallback((dialog: PhotoDialog) => {
    setAsked(dialog);
    setOpen(true);
  }, []);
  const close = () => setOpen(false);
  const shown = asked && last.current && { dialog: asked, groups, ...last.current, isOpen, onClose: close };
  return { shown, open, forget: () => setAsked(null) };
}

const never = () => new Promise<never>(() => undefined);

/**
 * Returns what moves the cards, and whether it is here. Until then cards come by a style of their own and go at once; so
 * they do where it cannot be downloaded.
 */
function useMotion() {
  const [isHere, setHere] = useState(false);
  const load = useCallback(async () => {
    await pictureShown();
    const { default: features } = await import('./motionFeatures').catch(never);
    setHere(true);
    return features;
  }, []);
  return { isHere, load };
}

/**
 * Returns how many cards to draw. A page that is drawn before its session is known has a cold start behind it: first come
 * those in the window, and the others once a picture is on the screen. A page that is scrolled keeps its height.
 */
function useFirstCards(columns: number): number {
  const [isWhole, setWhole] = useState(() => sessionStore.get().status !== 'loading' || window.scrollY > 0);
  useEffect(() => {
    if (!isWhole) pictureShown().then(() => startTransition(() => setWhole(true)));
  }, [isWhole]);
  return isWhole ? Number.POSITIVE_INFINITY : columns * Math.ceil(window.innerHeight / USUAL_ROW_PX);
}

interface EntryProps extends ComponentProps<typeof m.li> {
  /** How it appears: it was there already, moved by framer-motion, or by a style until that is here. */
  arrival: 'none' | 'moved' | 'styled';
  away: TargetAndTransition;
}

/** One card's place in the list. How it appears is decided once, when it does; while it leaves, nothing in it can be pressed. */
function Entry({ arrival, away, ...rest }: EntryProps) {
  const [first] = useState(arrival);
  const isListed = useIsPresent();
  return (
    <m.li
      {...rest}
      inert={!isListed}
      initial={first === 'moved' ? away : false}
      data-arriving={first === 'styled' || undefined}
    />
  );
}

const Heading = styled('h3')(({ theme }) => ({
  ...theme.typography.h3,
  fontSize: type.lead,
  paddingBlock: theme.spacing(1.5, 1),
}));

/** Below the heading, also where none stands above this card. As high as its card, not as its row. */
const Place = styled('div')({ gridRow: 2, alignSelf: 'start', position: 'relative' });

export interface PhotoListProps {
  groups: readonly PhotoGroup[];
  hasMore: boolean;
  size: GallerySize;
  selection: Pick<Selection, 'isOn' | 'ids' | 'toggle'>;
  /** What stands above the first photo of each part of the list, by its id; the days of the uploads without it. */
  headingsOf: ((groups: readonly PhotoGroup[]) => ReadonlyMap<string, string>) | undefined;
}

/** The list's own: opening a dialog, or closing it, draws no card again. */
const Cards = memo(function Cards({
  groups,
  hasMore,
  size,
  selection,
  headingsOf,
  isMotionHere,
  onOpen,
}: PhotoListProps & { isMotionHere: boolean; onOpen: (dialog: PhotoDialog) => void }) {
  const columns = useColumns(size);
  const { list, shown, above, below, whole, measured } = useRowsInWindow(groups, hasMore, columns);
  const drawn = shown.slice(0, useFirstCards(columns));
  const today = useToday();
  const headings = useMemo(() => headingsOf?.(groups) ?? dayHeadings(groups, today), [headingsOf, groups, today]);
  const listed = useMemo<Ids>(() => new Set(groups.map(({ id }) => id)), [groups]);
  /** The photos listed before, so that a card that is only scrolled to does not arrive. */
  const known = useRef<Ids>(new Set());
  useEffect(() => {
    known.current = listed;
  }, [listed]);
  const arrivalOf = ({ id }: PhotoGroup) => {
    if (known.current.has(id)) return 'none';
    return isMotionHere ? 'moved' : 'styled';
  };
  const away = useReducedMotion() ? FADED : AWAY;
  // The virtualizer corrects the scroll position; the browser must not correct it a second time.
  const overflowAnchor = whole ? undefined : 'none';
  const sawPicture = () => pictureShownStore.set(true);
  return (
    <PhotoGrid
      ref={list}
      columns={columns}
      style={{ paddingTop: above, paddingBottom: below, overflowAnchor }}
      onLoadCapture={sawPicture}
      onErrorCapture={sawPicture}
    >
      <AnimatePresence mode="popLayout" custom={listed}>
        {drawn.map((group, position) => (
          <Entry
            key={group.id}
            {...measured(position)}
            layout="position"
            // Only a changed list moves cards, not scrolling.
            layoutDependency={groups}
            arrival={arrivalOf(group)}
            away={away}
            animate={HERE}
            exit="gone"
            variants={leaving(group.id, away)}
          >
            {headings.has(group.id) && <Heading>{headings.get(group.id)}</Heading>}
            <Place>
              <div inert={selection.isOn}>
                <PhotoCard group={group} onOpen={onOpen} />
              </div>
              {selection.isOn && (
                <ChoicePhoto
                  name={photoName(shownVersion(group))}
                  checked={selection.ids.has(group.id)}
                  onToggle={(options) => selection.toggle(group.id, options)}
                />
              )}
            </Place>
          </Entry>
        ))}
      </AnimatePresence>
    </PhotoGrid>
  );
});

/** The cards, and the dialog of one of them. */
function CardsAndDialog(props: PhotoListProps & { isMotionHere: boolean }) {
  const { shown, open, forget } = useDialog(props.groups);
  return (
    <>
      <Cards {...props} onOpen={open} />
      {shown && (
        <LazyPart
          key={`${shown.photo.id} ${shown.dialog.kind}`}
          load={dialogsCode}
          props={{ ...shown, onOpen: open }}
          onLost={forget}
        />
      )}
    </>
  );
}

/**
 * Cards arrive, leave and make room for each other; with reduced motion they only fade. A few photos and many use the
 * same grid, so that a card keeps its state when another page of photos comes or goes. Days, or years, follow each other
 * without a break: a heading stands above the first card of each.
 */
export function PhotoList(props: PhotoListProps) {
  const { isHere, load } = useMotion();
  return (
    <LazyMotion features={load} strict>
      <MotionConfig reducedMotion="user" transition={{ duration: seconds }}>
        <CardsAndDialog {...props} isMotionHere={isHere} />
      </MotionConfig>
    </LazyMotion>
  );
}
