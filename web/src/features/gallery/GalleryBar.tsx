import { Global } from '@emotion/react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { creditsStore } from '../../domain/account/creditsStore';
import { openDialog } from '../../domain/dialogs/dialogs';
import { requestUpload } from '../../domain/upload/requestUpload';
import { useStore } from '../../lib/store';
import { HAIRLINE, layer, NARROWEST, SPACE_PX, TARGET_PX } from '../../theme/tokens';
import { Icon } from '../../ui/Icon';
import { visuallyHidden } from '../../ui/visuallyHidden';
import { galleryCopy } from './galleryCopy';

const BAR_PX = TARGET_PX + 2 * SPACE_PX;

/** A window that is lower than this, or magnified so far, needs its height for the photos. */
const ROOMY = '@media (min-height: 30rem)';

/** What gets the focus, or is scrolled to, comes below the bar. */
const belowBar = { [ROOMY]: { html: { scrollPaddingTop: BAR_PX + SPACE_PX } } };

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: theme.spacing(1),
  minHeight: BAR_PX,
  paddingBlock: theme.spacing(1),
  marginBottom: theme.spacing(1),
  [ROOMY]: { position: 'sticky', top: 0, zIndex: layer.header },
  // One row on a phone, with larger text too.
  [theme.breakpoints.down('sm')]: {
    gap: theme.spacing(0.5),
    '& > .MuiButton-root': { paddingInline: theme.spacing(1.5) },
  },
  '&[data-stuck]': {
    backgroundColor: theme.vars.palette.background.default,
    // As wide as the window, which neither a child nor a margin could be beside a scroll bar.
    borderImage: `linear-gradient(${theme.vars.palette.background.default} calc(100% - ${HAIRLINE}), ${theme.vars.palette.divider} 0) fill 0 / 0 / 0 100vw`,
  },
}));

/** Not on the narrowest phones, where the search would lose its word. */
const Left = styled(Button)(({ theme }) => ({
  [NARROWEST]: { display: 'none' },
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.own.accentWash,
  paddingInline: theme.spacing(1.5),
  fontVariantNumeric: 'tabular-nums',
  '&:hover': { backgroundColor: theme.vars.palette.own.sunken },
}));

/** Only its picture on phones, where the search needs the room. */
const Upload = styled(Button)(({ theme }) => ({
  gap: theme.spacing(1),
  [theme.breakpoints.down('sm')]: { minWidth: TARGET_PX, '&&&': { paddingInline: 0 }, '& > span': visuallyHidden },
}));

/** Whether the bar has come to the top of the window, or past it. */
function useStuck() {
  const bar = useRef<HTMLDivElement>(null);
  const [stuck, setStuck] = useState(false);
  useEffect(() => {
    const look = () => {
      const { top, width } = bar.current?.getBoundingClientRect() ?? new DOMRect();
      // A returning user's page is hidden at first, and what is hidden lies at 0 without a size.
      setStuck(width > 0 && top <= 0);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, []);
  return { bar, stuck };
}

/** What the hero offers, for as long as it is scrolled away. */
function HeroInShort() {
  const credits = useStore(creditsStore);
  return (
    <>
      <Upload variant="contained" onClick={() => requestUpload()}>
        <Icon name="upload" />
        <span>{galleryCopy.upload}</span>
      </Upload>
      {credits.status === 'ready' && (
        <Left onClick={() => openDialog('pricing')}>{galleryCopy.left(credits.restoresAvailable)}</Left>
      )}
    </>
  );
}

export interface GalleryBarProps {
  title: ReactNode;
  /** In the place of the title and the upload: what is being done with several photos. */
  work: ReactNode;
  children: ReactNode;
}

/** The gallery's title and tools. While the photos are scrolled it stays on top of the window, with Upload. */
export function GalleryBar({ title, work, children }: GalleryBarProps) {
  const { bar, stuck } = useStuck();
  return (
    <>
      <Global styles={belowBar} />
      {title}
      <Bar ref={bar} data-stuck={stuck || undefined}>
        {work ?? (
          <>
            {stuck && <HeroInShort />}
            {children}
          </>
        )}
      </Bar>
    </>
  );
}
