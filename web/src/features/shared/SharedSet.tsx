import { sourceTypeOf } from '@heirlight/imaging/metadata';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { keepCopy } from '../../copy/keepCopy';
import type { SharedPhoto } from '../../domain/saving/shareLink';
import { Breakable } from '../../ui/Breakable';
import { SaveAllShared } from './SaveAllShared';
import { SaveShared } from './SaveShared';
import { SharedPrint } from './SharedPrint';
import { Caption, Quiet } from './sharedStyles';

const words = keepCopy.sharedPage;

/** Height of the photos of a row before they grow to fill it, and the most that one has. */
const ROW = '22rem';
const TALLEST = 'min(34rem, 80dvh)';

/** Rows of photos of one height, as in an album. A phone has one photo a row. */
const Album = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  alignItems: 'flex-start',
  gap: theme.spacing(6, 4),
  width: '100%',
  margin: 0,
  padding: 0,
  listStyle: 'none',
}));

const Entry = styled('li')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'start',
  gap: theme.spacing(1),
  minWidth: 'min(100%, 16rem)',
}));

export interface SharedSetProps {
  title: string;
  /** At least two. */
  photos: readonly SharedPhoto[];
}

/** The photos of a shared set, each before and after, in the order in which their owner chose them. */
export function SharedSet({ title, photos }: SharedSetProps) {
  const names = photos.map(({ name }, index) => name ?? words.numbered(index + 1));
  return (
    <>
      <Typography variant="h2" component="h1">
        {title}
      </Typography>
      <SaveAllShared photos={photos} names={names} />
      <Album>
        {photos.map((photo, index) => (
          <Shown key={photo.afterUrl} photo={photo} name={names[index] ?? ''} isFirst={index === 0} />
        ))}
      </Album>
    </>
  );
}

function Shown({ photo, name, isFirst }: { photo: SharedPhoto; name: string; isFirst: boolean }) {
  const { dateText, caption, width, height } = photo;
  const ratio = width / height;
  // Photos that grow by their ratios keep one height.
  const style = { flex: `${ratio} 1 calc(${ROW} * ${ratio})`, maxWidth: `max(16rem, calc(${TALLEST} * ${ratio}))` };
  return (
    <Entry style={style}>
      <SharedPrint photo={photo} alt={name} isFirst={isFirst} />
      <Typography variant="h3" component="h2" sx={{ mt: 1 }}>
        <Breakable>{name}</Breakable>
      </Typography>
      {dateText && <Typography>{dateText}</Typography>}
      {caption && <Caption variant="body2">{caption}</Caption>}
      <Quiet variant="body2" color="textSecondary">
        {keepCopy.made[sourceTypeOf({ tool: photo.tool, embedded: null })]}
      </Quiet>
      <SaveShared photo={photo} about={name} />
    </Entry>
  );
}
