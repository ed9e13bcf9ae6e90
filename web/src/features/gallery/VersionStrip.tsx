import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useAdjustmentOf } from '../../domain/photos/adjustments';
import { comparedWith, type PhotoGroup, uploadOf } from '../../domain/photos/photoGroups';
import type { Photo } from '../../domain/photos/photosStore';
import { HAIRLINE, ICON_PX, RULE, radius, type } from '../../theme/tokens';
import { Icon } from '../../ui/Icon';
import { photoCopy } from './photoCopy';
import { photoName, smallOriginal } from './photoView';
import { useSmallPicture } from './useSmallPicture';
import { versionLabels } from './versionView';

/** Side of a small picture, in steps of spacing. */
const SIDE = 7;

/** Room beside the chosen one for its ring. */
const RING_PX = 4;

const Strip = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: theme.spacing(0.5),
  overflowX: 'auto',
  // Room for the focus ring, which a scrolled box would cut.
  padding: theme.spacing(0.5),
  margin: theme.spacing(0, -0.5),
}));

const Choice = styled(ButtonBase)(({ theme }) => ({
  flex: 'none',
  flexDirection: 'column',
  alignItems: 'stretch',
  justifyContent: 'flex-start',
  gap: theme.spacing(0.5),
  minWidth: theme.spacing(SIDE + 1),
  fontFamily: theme.typography.fontFamily,
  fontSize: type.tiny,
  color: theme.vars.palette.text.secondary,
  borderRadius: radius.small,
  '& img': {
    width: theme.spacing(SIDE + 1),
    height: theme.spacing(SIDE),
    alignSelf: 'center',
    objectFit: 'cover',
    borderRadius: radius.small,
    border: `${HAIRLINE} solid ${theme.vars.palette.divider}`,
    outlineOffset: HAIRLINE,
  },
  '& span': { display: 'flex', justifyContent: 'center', alignItems: 'center', whiteSpace: 'nowrap' },
  '& svg': { width: ICON_PX / 2, height: ICON_PX / 2, fill: 'currentColor' },
  '&[data-unfinished] img': { filter: 'grayscale(1)', opacity: 0.55 },
  '&[aria-pressed=true]': {
    color: theme.vars.palette.text.primary,
    fontWeight: theme.typography.fontWeightBold,
    '& img': { outline: `${RULE} solid ${theme.vars.palette.primary.main}` },
  },
}));

/** As it is adjusted, compared with the upload. */
function VersionPicture({ version, group }: { version: Photo; group: PhotoGroup }) {
  const photo = useMemo(() => comparedWith(version, group, 'upload'), [version, group]);
  return <img src={useSmallPicture(photo)} alt="" loading="lazy" decoding="async" />;
}

export interface VersionStripProps {
  group: PhotoGroup;
  /** The version that the card shows. */
  shownId: string;
  /** Whether the card shows the whole upload instead. */
  showsUpload: boolean;
  onChoose: (id: string) => void;
  onChooseUpload: () => void;
}

/** The upload and everything made of it, oldest first, as small pictures to choose from. */
export function VersionStrip({ group, shownId, showsUpload, onChoose, onChooseUpload }: VersionStripProps) {
  const upload = uploadOf(group);
  const adjustmentOf = useAdjustmentOf();
  const strip = useRef<HTMLDivElement>(null);
  // As far as it has to be, and the page not with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes is which one is chosen.
  useLayoutEffect(() => {
    const [room, chosen] = [strip.current, strip.current?.querySelector('[aria-pressed=true]')];
    if (!room || !chosen) return;
    const [seen, wanted] = [room.getBoundingClientRect(), chosen.getBoundingClientRect()];
    room.scrollLeft +=
      Math.max(0, wanted.right + RING_PX - seen.right) - Math.max(0, seen.left + RING_PX - wanted.left);
  }, [shownId, showsUpload]);
  const [newest] = group.versions;
  const byId = new Map(group.versions.map((version) => [version.id, version]));
  return (
    <Strip ref={strip} role="group" aria-label={newest && photoCopy.versions(photoName(newest))}>
      {upload && (
        <Choice aria-pressed={showsUpload} onClick={onChooseUpload}>
          <img src={smallOriginal(upload)} alt="" loading="lazy" decoding="async" />
          <span>{photoCopy.original}</span>
        </Choice>
      )}
      {versionLabels(group, adjustmentOf).map(({ id, label, spoken, isAdjusted }) => {
        const version = byId.get(id);
        if (!version) return null;
        return (
          <Choice
            key={id}
            aria-label={spoken}
            aria-pressed={!showsUpload && id === shownId}
            data-unfinished={version.status === 'succeeded' ? undefined : ''}
            onClick={() => onChoose(id)}
          >
            <VersionPicture version={version} group={group} />
            <span>
              {label}
              {version.is_favourite && <Icon name="star" />}
            </span>
            {isAdjusted && <span>{photoCopy.isAdjusted}</span>}
          </Choice>
        );
      })}
    </Strip>
  );
}
