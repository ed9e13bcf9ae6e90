/**
 * Bundles the local services, in a fraction of a second. Runs before the local suite starts, and before Jest's backend
 * tests, which start some of the bundles.
 */
export default async function buildServices() {
  const emulators = ['firestore-emulator', 'security-rules', 'restore-engine', 'replicate-emulator', 'stripe-emulator'];
  await Promise.all([...emulators, 'local-suite'].map((name) => import(`../packages/${name}/build.mjs`)));
}
