import { sourceTypeOf } from '@heirlight/imaging/metadata';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { keepCopy } from '../../copy/keepCopy';
import type { SharedPhoto } from '../../domain/saving/shareLink';
import { useAsked } from '../../lib/useAsked';
import { HEADER_PX, PAGE_PX } from '../../theme/tokens';
import { Brand } from '../../ui/Brand';
import { Breakable } from '../../ui/Breakable';
import { SaveShared } from './SaveShared';
import { SharedPrint } from './SharedPrint';
import { SharedSet } from './SharedSet';
import { Caption, Quiet } from './sharedStyles';

const words = keepCopy.sharedPage;

/** Room above and below the picture, so that it is seen whole without scrolling. */
const AROUND = '18rem';

const Page = styled('div')(({ theme }) => ({
  maxWidth: PAGE_PX,
  minHeight: '100dvh',
  marginInline: 'auto',
  paddingInline: theme.spacing(2.5),
  paddingBottom: theme.spacing(6),
  display: 'grid',
  gridTemplateRows: 'auto 1fr',
  [theme.breakpoints.up('sm')]: { paddingInline: theme.spacing(4) },
}));

const Bar = styled('header')({ display: 'flex', alignItems: 'center', minHeight: HEADER_PX });

const Main = styled('main')(({ theme }) => ({
  display: 'grid',
  alignContent: 'safe center',
  justifyItems: 'center',
  gap: theme.spacing(3),
  textAlign: 'center',
  // What stands in the middle is as wide as its longest word otherwise.
  overflowWrap: 'anywhere',
}));

const Heading = styled('div')(({ theme }) => ({ display: 'grid', justifyItems: 'center', gap: theme.spacing(1) }));

export interface SharedPageProps {
  /** Resolves with the photos that the link shows. Must stay the same function. */
  read: () => Promise<readonly SharedPhoto[]>;
}

/**
 * What a shared link shows to everybody who has it: a photo or several, before and after, what their owner wrote about
 * them, and nothing about who that is. They can be saved.
 */
export default function SharedPage({ read }: SharedPageProps) {
  const { asked, retry } = useAsked(read);
  const photos = asked.status === 'ready' ? asked.value : [];
  const [photo] = photos;
  const isSet = photos.length > 1;
  const title = isSet ? words.several(photos.length) : photo ? (photo.name ?? words.unnamed) : words.label;
  return (
    <Page>
      <title>{`${title} · ${words.lead}`}</title>
      <meta name="robots" content="noindex" />
      <Bar>
        <Brand />
      </Bar>
      <Main aria-busy={asked.status === 'loading'} aria-label={isSet ? title : words.label}>
        {asked.status === 'loading' && <Typography role="status">{words.loading}</Typography>}
        {asked.status === 'ready' && !photo && <Message title={words.goneTitle} text={words.goneText} />}
        {asked.status === 'failed' && (
          <>
            <Message title={words.errorTitle} text={words.errorText} />
            <Button variant="outlined" onClick={retry}>
              {words.retry}
            </Button>
          </>
        )}
        {photo && !isSet && <Shown photo={photo} />}
        {photo && !isSet && <SaveShared photo={photo} />}
        {isSet && <SharedSet title={title} photos={photos} />}
        {asked.status !== 'loading' && (
          <Button variant={photo ? 'contained' : 'outlined'} size="large" href="/">
            {words.action}
          </Button>
        )}
      </Main>
    </Page>
  );
}

function Message({ title, text }: { title: string; text: string }) {
  return (
    <>
      <Typography variant="h2" component="h1">
        {title}
      </Typography>
      <Quiet variant="subtitle1" color="textSecondary">
        {text}
      </Quiet>
    </>
  );
}

function Shown({ photo }: { photo: SharedPhoto }) {
  const { name, dateText, caption, width, height } = photo;
  return (
    <>
      <Heading>
        <Typography variant="h2" component="h1">
          <Breakable>{name ?? words.unnamed}</Breakable>
        </Typography>
        {dateText && <Typography variant="subtitle1">{dateText}</Typography>}
        <Quiet variant="body2" color="textSecondary">
          {keepCopy.made[sourceTypeOf({ tool: photo.tool, embedded: null })]}
        </Quiet>
      </Heading>
      <SharedPrint
        photo={photo}
        alt={name ?? words.alt}
        isFirst
        style={{ maxWidth: `max(16rem, calc((100dvh - ${AROUND}) * ${width / height}))` }}
      />
      {caption && <Caption>{caption}</Caption>}
    </>
  );
}
