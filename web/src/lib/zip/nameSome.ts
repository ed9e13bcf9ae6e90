import { andMore } from '../../copy/words';

const MOST = 3;

/** Names a few, and says how many more there are. */
export function nameSome(names: readonly string[]): string {
  const rest = names.length - MOST;
  return [...names.slice(0, MOST), ...(rest > 0 ? [andMore(rest)] : [])].join(', ');
}
