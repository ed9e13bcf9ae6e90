import { styled } from '@mui/material/styles';
import { copy } from '../copy/copy';
import { headlineFamily } from '../theme/fonts/fonts';
import { ICON_PX, TARGET_PX, type, weight } from '../theme/tokens';

const Link = styled('a')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  minHeight: TARGET_PX,
  color: 'inherit',
  textDecoration: 'none',
  fontFamily: headlineFamily,
  fontSize: type.h3,
  fontWeight: weight.headline,
  letterSpacing: '-0.02em',
}));

const Mark = styled('svg')(({ theme }) => ({
  width: ICON_PX * 1.25,
  height: ICON_PX * 1.25,
  color: theme.vars.palette.primary.main,
}));

/** A print, half faded and half lit: the favicon's drawing too (public/favicon.svg). */
export function Brand() {
  return (
    <Link href="/" translate="no">
      <Mark viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect x="3" y="3" width="26" height="26" rx="6" fill="currentColor" opacity="0.22" />
        <path d="M16 3h7a6 6 0 0 1 6 6v14a6 6 0 0 1-6 6h-7z" fill="currentColor" />
        <path d="M16 2v28" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </Mark>
      {copy.brand}
    </Link>
  );
}
