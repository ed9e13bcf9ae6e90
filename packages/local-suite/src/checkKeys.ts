import { WEBHOOK } from '@heirlight/contract/callables';
import { functionsUrl } from './environment';
import { type Ports, url } from './ports';

/** Why keys in `functions/.env.local` would reach a real service whose answers reach nobody; empty when none do. */
function problems(ports: Ports, developer: Record<string, string>): string[] {
  const found: string[] = [];
  const areHttps = [developer.FUNCTIONS_BASE_URL, developer.PICTURES_BASE_URL].every((base) =>
    base?.startsWith('https://'),
  );
  if (developer.REPLICATE_API_TOKEN && !(areHttps && developer.REPLICATE_WEBHOOK_SECRET)) {
    found.push(
      'with REPLICATE_API_TOKEN restores go to Replicate, which reports to https addresses only and reads no picture from ' +
        `${url(ports.storage)}: set FUNCTIONS_BASE_URL to an https tunnel to ${functionsUrl(ports)}, PICTURES_BASE_URL to one ` +
        `to ${url(ports.storage)} and REPLICATE_WEBHOOK_SECRET to the secret of your account, or remove the token.`,
    );
  }
  if (developer.STRIPE_SECRET_KEY && !developer.STRIPE_WEBHOOK_SECRET) {
    found.push(
      'with STRIPE_SECRET_KEY but no STRIPE_WEBHOOK_SECRET every event of Stripe would be answered 400 and no purchase arrive: ' +
        `set it to the whsec_… that \`stripe listen --forward-to ${functionsUrl(ports)}/${WEBHOOK.stripe}\` prints, ` +
        'or remove the key.',
    );
  }
  return found;
}

/** Refuses to start with keys that would only spend money. Throws with what each of them needs. */
export function checkKeys(ports: Ports, developer: Record<string, string>): void {
  const found = problems(ports, developer);
  if (found.length === 0) return;
  throw new Error(
    ['Cannot start with these keys in functions/.env.local:', ...found.map((text) => `  ${text}`)].join('\n'),
  );
}
