/** Bundles the local services (a fraction of a second) and starts the suite; see emulators/src/suite/options.ts. */
import '../emulators/build.mjs';

await import('../emulators/dist/suite.mjs');
