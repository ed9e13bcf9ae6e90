/**
 * `npm run check:prices`, which `firebase deploy` runs first: the price parameters of `functions/.env.PROJECT` exist
 * and match the packs at Stripe. GCLOUD_PROJECT names the project. The key is STRIPE_SECRET_KEY; without it, the one
 * that the functions will use is read from Secret Manager.
 */
import { priceProblems } from './checkPrices';
import { deployedProject, readParameters, readSecret } from './deployParameters';
import { stripeClient } from './stripeClient';

async function main(): Promise<void> {
  const project = deployedProject();
  const { file, parameters } = readParameters(project);
  const key = readSecret('STRIPE_SECRET_KEY', { project, shape: /^[rs]k_\w+$/m });
  const stripe = stripeClient({ ...process.env, STRIPE_SECRET_KEY: key });
  const problems = await priceProblems(parameters, stripe);
  if (problems.length > 0) throw new Error([`What ${file} says of the packs does not fit:`, ...problems].join('\n  '));
  console.log('The prices match the packs at Stripe.');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
