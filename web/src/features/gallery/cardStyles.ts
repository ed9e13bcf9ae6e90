import { styled } from '@mui/material/styles';
import { HANDLE_PX, ICON_PX, radius, TARGET_PX, type } from '../../theme/tokens';

/** The print a card shows: paper, edge and shadow. As high as what is on it: a wide picture makes a low card. */
export const Print = styled('article')(({ theme }) => ({
  overflow: 'hidden',
  // What stands below the picture is laid out by the card's own width.
  containerType: 'inline-size',
  borderRadius: radius.medium,
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: theme.vars.palette.own.shadowLow,
}));

/** A card this narrow is for the picture: what lies on it becomes smaller. */
const SMALL = '@container (max-width: 256px)';
const SMALL_HANDLE = 0.7;

/** Holds the picture, from one edge of the card to the other. */
export const Mat = styled('div')(({ theme }) => ({
  // The card has the corners.
  '& [data-compare]': { borderRadius: 0 },
  [SMALL]: {
    '& [role=slider] > svg': { scale: SMALL_HANDLE },
    '& [data-side]': { top: theme.spacing(0.75) },
    '& [data-side="before"]': { width: `calc(var(--split) - ${(HANDLE_PX / 2) * SMALL_HANDLE}px)` },
    '& [data-side="after"]': { width: `calc(100% - var(--split) - ${(HANDLE_PX / 2) * SMALL_HANDLE}px)` },
    '& [data-side] > span': { marginInline: theme.spacing(0.75), paddingInline: theme.spacing(0.75) },
  },
  // While photos are chosen, the box lies where a label would.
  '[inert] & [data-side]': { visibility: 'hidden' },
}));

export const Frame = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  minWidth: 0,
  // Not `hidden`: the frame grows with words that do not fit into the picture's height.
  overflow: 'clip',
  backgroundColor: theme.vars.palette.own.sunken,
}));

export const Blurred = styled('img')({
  position: 'absolute',
  width: '100%',
  height: '100%',
  objectFit: 'cover',
  // Firefox would write the text of a picture on its way under the words that lie over it.
  color: 'transparent',
  filter: 'blur(0.75rem)',
  // Hides the edges, where the blur lets the background shine through.
  transform: 'scale(1.08)',
});

export const Overlay = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'center',
  gap: theme.spacing(1.5),
  // The words begin below the box that lies in the corner while photos are chosen.
  padding: theme.spacing(5, 2.5, 2.5),
  textAlign: 'center',
  color: theme.vars.palette.own.onPhoto,
  backgroundColor: theme.vars.palette.own.veil,
}));

export const Caption = styled('div')(({ theme }) => ({
  padding: theme.spacing(0.5, 2, 1),
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(0.5),
}));

/** The heading, and what belongs to the whole photo beside it. */
export const Top = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  minHeight: TARGET_PX,
  marginRight: theme.spacing(-1),
}));

/** Two lines at most. */
export const Heading = styled('h4')(({ theme }) => ({
  ...theme.typography.h3,
  margin: 0,
  fontSize: type.lead,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
}));

/** Goes to the next line as a whole. */
export const Kept = styled('span')({ display: 'inline-block' });

/** What people say about the photo, at most two lines of it. */
export const Words = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
}));

/** From this width on, px, a card has room for an icon in each of its buttons. */
const ROOM_FOR_ICONS_PX = 352;
const TILES = '@container (max-width: 19rem)';

export const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(0.5),
  marginInline: theme.spacing(-1),
  '& .MuiButton-root': { flexGrow: 1, paddingInline: theme.spacing(1), whiteSpace: 'nowrap' },
  [`@container (max-width: ${ROOM_FOR_ICONS_PX}px)`]: { '& .MuiButton-startIcon': { display: 'none' } },
  // Not enough for the words side by side: each below its icon.
  [TILES]: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    alignItems: 'start',
    gap: 0,
    '& .MuiButton-root': {
      flexDirection: 'column',
      gap: theme.spacing(0.25),
      minWidth: 0,
      paddingInline: 0,
      borderRadius: radius.small,
      fontSize: type.tiny,
      whiteSpace: 'normal',
    },
    '& .MuiButton-startIcon': { display: 'inherit', margin: 0, '& svg': { width: ICON_PX * 0.85 } },
  },
}));
