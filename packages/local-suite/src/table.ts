import type { Addresses } from '@heirlight/emulator-kit/plugin';
import type { RealServices } from './environment';

/** Prints where everything is, and last the line `Ready URL`. */
export function printTable({
  addresses,
  app,
  real,
  logs,
}: {
  addresses: Addresses;
  /** URL of the app. */
  app: string;
  real: RealServices;
  logs: string;
}): void {
  const rows: [string, string][] = [
    ['App', app],
    ['Mailbox', addresses.url('mailbox')],
    ['Functions', addresses.url('functions')],
    ['Firestore', addresses.url('firestore')],
    ['Auth', addresses.url('auth')],
    ['Storage', addresses.url('storage')],
    [
      'Replicate',
      real.replicate
        ? `https://api.replicate.com (your key)  reads no picture from ${addresses.url('storage')}`
        : addresses.url('replicate'),
    ],
    [
      'Stripe',
      real.stripe ? 'https://api.stripe.com (your key)' : `${addresses.url('stripe')}  settle, refund, dispute by hand`,
    ],
    ['Logs', logs],
  ];
  console.log();
  for (const [name, address] of rows) console.log(`  ${name.padEnd(10)} ${address}`);
  console.log(`\nReady ${app}\n`);
}
