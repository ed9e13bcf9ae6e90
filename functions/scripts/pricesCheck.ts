/**
 * `npm run check:prices`, which `firebase deploy` runs first: the price parameters of `functions/.env.PROJECT` exist
 * and match the packs at Stripe. GCLOUD_PROJECT names the project. The key is STRIPE_SECRET_KEY; without it, the one
 * that the functions will use is read from Secret Manager.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { priceProblems } from './checkPrices';
import { deployedProject, readParameters } from './deployParameters';
import { stripeClient } from './stripeClient';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The secret as firebase-tools reads it, with the credentials of the deploy. */
function deployedKey(project: string): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...[`${root}node_modules/firebase-tools/lib/bin/firebase.js`, 'functions:secrets:access', 'STRIPE_SECRET_KEY'],
      ...['--project', project],
    ],
    { cwd: root, encoding: 'utf8' },
  );
  // firebase-tools may print warnings beside it.
  const key = /^[rs]k_\w+$/m.exec(stdout)?.[0];
  if (status === 0 && key) return key;
  throw new Error(`Set STRIPE_SECRET_KEY, or let this account read the secret of that name.\n${stderr || stdout}`);
}

async function main(): Promise<void> {
  const project = deployedProject();
  const { file, parameters } = readParameters(project);
  const key = process.env.STRIPE_SECRET_KEY || deployedKey(project);
  const stripe = stripeClient({ ...process.env, STRIPE_SECRET_KEY: key });
  const problems = await priceProblems(parameters, stripe);
  if (problems.length > 0) throw new Error([`What ${file} says of the packs does not fit:`, ...problems].join('\n  '));
  console.log('The prices match the packs at Stripe.');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
