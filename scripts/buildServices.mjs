/** Before Jest's backend tests: they run against the bundled services, which must be today's. */
export default () => import('../emulators/build.mjs');
