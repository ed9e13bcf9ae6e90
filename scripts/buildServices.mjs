/**
 * Bundles the local services, a fraction of a second: before the suite starts, and before Jest's backend tests, which run
 * against today's bundles.
 */
export default async function buildServices() {
  const emulators = ['firestore-emulator', 'security-rules', 'restore-engine', 'replicate-emulator', 'stripe-emulator'];
  await Promise.all([...emulators, 'local-suite'].map((name) => import(`../packages/${name}/build.mjs`)));
}
