import type { ListPricesResponse } from '@heirlight/contract/callables';
import type { Deps } from '../platform/deps';

/** The callable `list-prices`, open to everybody: which packs can be bought, and by which price id. */
export function listPrices(_request: unknown, { config }: Pick<Deps, 'config'>): ListPricesResponse {
  return { prices: config.prices };
}
