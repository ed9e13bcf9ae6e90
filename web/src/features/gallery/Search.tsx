import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { galleryCopy } from '../../lib/galleryCopy';
import { HAIRLINE, radius, TARGET_PX } from '../../theme/tokens';
import { visuallyHidden } from '../../ui/visuallyHidden';
import type { Search } from './useSearch';

const Input = styled('input')(({ theme }) => ({
  flex: '1 1 6rem',
  minWidth: 0,
  maxWidth: '24rem',
  height: TARGET_PX,
  paddingInline: theme.spacing(2),
  borderRadius: radius.pill,
  border: `${HAIRLINE} solid ${theme.vars.palette.own.edge}`,
  backgroundColor: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  font: 'inherit',
  '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
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
          <Typography variant="h3" component="p" aria-hidden="true">
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
