import { WEBHOOK } from '@heirlight/contract/functionNames';
import type { Addresses } from '@heirlight/emulator-kit/plugin';
import { functionsUrl } from './environment';

/** Returns why a key in `functions/.env.local` would reach a real service that cannot reach us back, one text a key. */
function problems(addresses: Addresses, developer: Record<string, string>): string[] {
  const found: string[] = [];
  const areHttps = [developer.FUNCTIONS_BASE_URL, developer.PICTURES_BASE_URL].every((base) =>
    base?.startsWith('https://'),
  );
  if (developer.REPLICATE_API_TOKEN && !(areHttps && developer.REPLICATE_WEBHOOK_SECRET)) {
    found.push(
      'with REPLICATE_API_TOKEN restores go to Replicate, which reports to https addresses only and reads no picture from ' +
        `${addresses.url('storage')}: set FUNCTIONS_BASE_URL to an https tunnel to ${functionsUrl(addresses)}, PICTURES_BASE_URL to one ` +
        `to ${addresses.url('storage')} and REPLICATE_WEBHOOK_SECRET to the secret of your account, or remove the token.`,
    );
  }
  if (developer.STRIPE_SECRET_KEY && !developer.STRIPE_WEBHOOK_SECRET) {
    found.push(
      'with STRIPE_SECRET_KEY but no STRIPE_WEBHOOK_SECRET the backend would refuse every event of Stripe with 400, and no purchase would arrive: ' +
        `set it to the whsec_… that \`stripe listen --forward-to ${functionsUrl(addresses)}/${WEBHOOK.stripe}\` prints, ` +
        'or remove the key.',
    );
  }
  return found;
}

/** Throws, with what each needs, when keys would only spend money. */
export function checkKeys(addresses: Addresses, developer: Record<string, string>): void {
  const found = problems(addresses, developer);
  if (found.length === 0) return;
  throw new Error(
    ['Cannot start with these keys in functions/.env.local:', ...found.map((text) => `  ${text}`)].join('\n'),
  );
}
