import { map, oneOf, optional, readParams, taxCode, text } from '../params';
import { changeTax } from '../settings';
import type { Endpoint } from './endpoint';

/** https://docs.stripe.com/api/tax/settings */
export const taxEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    pattern: '/v1/tax/settings',
    run: ({ state, params }) => {
      readParams(params, {});
      return state.settings.tax;
    },
  },
  {
    method: 'POST',
    pattern: '/v1/tax/settings',
    run: ({ state, params }) => {
      const { defaults, head_office: headOffice } = readParams(params, {
        defaults: optional(
          map({
            tax_behavior: optional(oneOf(['inclusive', 'exclusive', 'inferred_by_currency'])),
            tax_code: optional(taxCode),
          }),
        ),
        head_office: optional(map({ address: map({ country: text }) })),
      });
      return changeTax(state.settings, {
        country: headOffice?.address.country,
        behavior: defaults?.tax_behavior,
        code: defaults?.tax_code,
      });
    },
  },
];
