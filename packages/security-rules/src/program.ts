import type { RulesFile } from './ast';
import type { Resolution } from './check/scope';

/** A parsed file with its names resolved. */
export interface Program {
  file: RulesFile;
  resolution: Resolution;
}
