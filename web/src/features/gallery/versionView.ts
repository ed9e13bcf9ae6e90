import type { adjustmentOf } from '../../domain/photos/adjustments';
import { comparedWith, type PhotoGroup } from '../../domain/photos/photoGroups';
import type { Photo } from '../../domain/photos/photosStore';
import { photoCopy } from './photoCopy';
import { smallOriginal, toolName } from './photoView';

type AdjustmentOf = typeof adjustmentOf;

export interface VersionLabel {
  id: string;
  /** Its tool, in a sentence. */
  tool: string;
  /** As short as it is shown. */
  label: string;
  /** As it is read out. */
  spoken: string;
  /** By hand, compared with the upload. */
  isAdjusted: boolean;
}

/** Returns what the versions of a photo are called, oldest first. Two by one tool are numbered. */
export function versionLabels(group: PhotoGroup, adjustmentOf: AdjustmentOf = () => null): VersionLabel[] {
  const seen = new Map<string, number>();
  return [...group.versions].reverse().map((version) => {
    const tool = toolName(version);
    const count = (seen.get(tool) ?? 0) + 1;
    seen.set(tool, count);
    const numbered = count === 1 ? tool : `${tool} ${count}`;
    const isAdjusted = adjustmentOf(comparedWith(version, group, 'upload')) !== null;
    const isContinued = version.source_version === 'restored';
    return {
      id: version.id,
      tool: numbered,
      label: isContinued ? photoCopy.continued(numbered) : numbered,
      spoken: [isContinued ? photoCopy.continuedAlt(numbered) : numbered, ...marksOf(version, isAdjusted)].join(', '),
      isAdjusted,
    };
  });
}

function marksOf({ status, is_favourite }: Photo, isAdjusted: boolean): string[] {
  if (status === 'processing') return [photoCopy.processing];
  if (status === 'failed') return [photoCopy.failed];
  return [...(is_favourite ? [photoCopy.isFavourite] : []), ...(isAdjusted ? [photoCopy.isAdjusted] : [])];
}

/** The smallest picture of a version as it is: its result, or its original while there is none. */
export function smallPicture(version: Photo): string {
  return version.files.restored.thumbnail?.url ?? version.restored_url ?? smallOriginal(version);
}
