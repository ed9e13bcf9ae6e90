import { ACCEPTED_UPLOAD_TYPES } from '@heirlight/contract/limits';
import { type ForeignFormat, foreignFormat, type Unconvertible } from '../prepare/foreignFormat';
import { checkFile, type FileProblem } from './checkFile';

/** `noPicture`: it says that it is a PNG or a JPG, and is none. */
export type DraftProblem = FileProblem | 'folder' | 'noPicture';

/** As `checkFile`, of what is to become a draft. A folder can be dropped too: the browser takes it for a file without a type, and cannot read it. */
export async function checkDraft(file: File): Promise<DraftProblem | null> {
  const problem = await checkFile(file);
  return problem === 'unreadable' && file.type === '' ? 'folder' : problem;
}

const isAccepted = ({ type }: File) => (ACCEPTED_UPLOAD_TYPES as readonly string[]).includes(type);

const CONVERTIBLE: readonly string[] = ['HEIC', 'TIFF', 'WebP'] satisfies ForeignFormat[];
const isConvertible = (format: ForeignFormat | Unconvertible): format is ForeignFormat => CONVERTIBLE.includes(format);

interface Checks {
  check(file: File): Promise<DraftProblem | null>;
  foreignFormat(file: File): Promise<ForeignFormat | Unconvertible | null>;
}

export interface Judgement {
  /** Why nothing can be made of the file. */
  rejection: DraftProblem | Unconvertible | null;
  /** What it has to be converted from. */
  format: ForeignFormat | null;
}

/** Returns what becomes of a file: it is refused, converted first, or taken as it is. */
export async function judge(
  file: File,
  { check, foreignFormat: formatOf }: Checks = { check: checkDraft, foreignFormat },
): Promise<Judgement> {
  const problem = await check(file);
  const isForeign = problem === 'wrongType' || problem === 'tooLarge';
  const format = isForeign ? await formatOf(file) : null;
  // A raw file is mostly too large as well; that it is raw is what helps.
  if (problem === 'wrongType' && format === null && isAccepted(file)) return { rejection: 'noPicture', format };
  if (problem && (format === null || (problem === 'tooLarge' && format !== 'rawPhoto')))
    return { rejection: problem, format: null };
  return format && !isConvertible(format) ? { rejection: format, format: null } : { rejection: null, format };
}

/**
 * The photo without a type that it is not: the content has been judged, and browsers believe some types before it. A JPEG
 * named .svg would be read as a drawing.
 */
export const untyped = (file: File): File =>
  file.type === '' || isAccepted(file) ? file : new File([file], file.name, { lastModified: file.lastModified });
