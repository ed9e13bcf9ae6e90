/** Bundles the local services and starts the suite; see packages/local-suite/src/options.ts. */
import buildServices from './buildServices.mjs';

await buildServices();
await import('../packages/local-suite/dist/suite.mjs');
