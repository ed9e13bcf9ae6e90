import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { HAIRLINE, ICON_PX, radius, TARGET_PX } from '../../theme/tokens';
import { visuallyHidden } from '../../ui/visuallyHidden';
import { galleryCopy } from './galleryCopy';
import type { Search } from './useSearch';

/** The drawing of the icon `close`. */
const CROSS = `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' stroke='%23000' stroke-width='1.75' stroke-linecap='round'%3E%3Cpath d='m7.5 7.5 9 9M16.5 7.5l-9 9'/%3E%3C/svg%3E")`;

const Input = styled('input')(({ theme }) => ({
  flex: '1 1 4rem',
  minWidth: 0,
  maxWidth: '24rem',
  height: TARGET_PX,
  paddingInline: theme.spacing(2),
  [theme.breakpoints.down('sm')]: { paddingInline: theme.spacing(1) },
  borderRadius: radius.pill,
  border: `${HAIRLINE} solid ${theme.vars.palette.own.edge}`,
  backgroundColor: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  font: 'inherit',
  '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
  // The browser's own cross is blue in some of them.
  '&::-webkit-search-cancel-button': {
    appearance: 'none',
    width: ICON_PX,
    height: ICON_PX,
    cursor: 'pointer',
    backgroundColor: theme.vars.palette.text.secondary,
    mask: CROSS,
  },
}));

const Status = styled('p')(visuallyHidden);

interface SearchFieldProps {
  text: string;
  onChange: (text: string) => void;
}

/** Escape empties it, and does nothing else then. */
export function SearchField({ text, onChange }: SearchFieldProps) {
  return (
    <Input
      type="search"
      name="search"
      autoComplete="off"
      enterKeyHint="search"
      aria-label={galleryCopy.search}
      placeholder={galleryCopy.searchShort}
      value={text}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || text === '') return;
        event.preventDefault();
        onChange('');
      }}
    />
  );
}

/** Says what the search has found. What is only announced is seen in the list itself. */
export function SearchState({ text, found, state, look }: Search) {
  const isNone = state === 'found' && found?.length === 0;
  if (state === 'idle') return null;
  const words = {
    looking: galleryCopy.searching,
    found: isNone ? galleryCopy.foundNone(text.trim()) : galleryCopy.found(found?.length ?? 0),
    failed: galleryCopy.searchFailed,
  };
  return (
    <>
      <Status role="status">{words[state]}</Status>
      {(isNone || state === 'failed') && (
        <Stack spacing={2} sx={{ alignItems: 'flex-start', pb: 6 }}>
          <Typography variant="h3" component="p" aria-hidden="true" sx={{ overflowWrap: 'anywhere' }}>
            {words[state]}
          </Typography>
          {isNone && <Typography color="textSecondary">{galleryCopy.foundNoneText}</Typography>}
          <Button variant="outlined" onClick={() => look('')}>
            {galleryCopy.clearSearch}
          </Button>
        </Stack>
      )}
    </>
  );
}
