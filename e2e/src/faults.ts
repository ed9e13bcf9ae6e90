import { suiteUrls } from './suiteUrls';

async function control(base: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${base}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

/** What the Replicate stand-in shall do wrong next; see `packages/replicate-emulator/src/faults.ts`. */
export const failReplicate = (faults: Record<string, unknown>) => control(suiteUrls.replicate, 'faults', faults);
/** What the Stripe stand-in shall do wrong next; see `packages/stripe-emulator/src/`. */
export const failStripe = (faults: Record<string, unknown>) => control(suiteUrls.stripe, 'faults', faults);
