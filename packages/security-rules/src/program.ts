import type { RulesFile } from './ast';
import type { Resolution } from './check/scope';

/** A parsed file with its names resolved. */
export interface Program {
  /** The file's name and its source. */
  name: string;
  content: string;
  file: RulesFile;
  resolution: Resolution;
}
