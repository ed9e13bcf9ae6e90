/** Which way imports run. `npm run lint` fails on a backward one. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    forbid(
      'contract-stands-alone',
      'contract is what both sides agree on; it knows neither.',
      { path: '^contract/' },
      { path: '^(web|functions|emulators|e2e)/' },
    ),
    forbid(
      'web-knows-only-contract',
      'The client talks to services, not to their code.',
      { path: '^web/' },
      { path: '^(functions|emulators|e2e)/' },
    ),
    forbid(
      'functions-know-only-contract',
      'The backend is deployed without the rest.',
      { path: '^functions/' },
      { path: '^(web|emulators|e2e)/' },
    ),
    forbid(
      'emulators-stand-alone',
      'The stand-ins speak protocols; they may not know the product beyond its contract.',
      { path: '^emulators/' },
      { path: '^(web|functions|e2e)/' },
    ),
    forbid(
      'web-lib-is-lowest',
      'lib and ui know no feature and no app.',
      { path: '^web/src/(lib|ui|theme)/' },
      { path: '^web/src/(features|app)/' },
    ),
    forbid(
      'web-theme-is-lowest',
      'theme knows nothing above it.',
      { path: '^web/src/theme/' },
      { path: '^web/src/(lib|ui|features|app)/' },
    ),
    forbid(
      'web-features-know-no-app',
      'app composes features, never the reverse.',
      { path: '^web/src/features/' },
      { path: '^web/src/app/' },
    ),
    forbid(
      'firebase-behind-doors',
      'The Firebase SDK is imported under lib and in *Api.ts only.',
      { path: '^web/src/', pathNot: '(^web/src/lib/|Api\\.ts$|\\.test\\.tsx?$)' },
      { path: 'node_modules/(@?firebase)/' },
    ),
    forbid(
      'platform-behind-doors',
      'Stripe, Replicate, admin and functions SDKs are imported under functions/src/platform and in trigger.ts files only.',
      {
        path: '^functions/src/',
        pathNot: '(^functions/src/platform/|/trigger\\.ts$|\\.test\\.ts$|^functions/src/index\\.ts$)',
      },
      {
        path: 'node_modules/(stripe|replicate|firebase-admin|firebase-functions|@google-cloud)/',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'database-knows-no-transport',
      'The Firestore database is wrapped by the wire, never the reverse.',
      { path: '^emulators/src/firestore/database/' },
      { path: '(^emulators/src/firestore/wire/|node_modules/@grpc/)' },
    ),
    forbid(
      'rules-know-no-database',
      'The interpreter is handed documents by its caller.',
      { path: '^emulators/src/rules/' },
      { path: '^emulators/src/(firestore|replicate|stripe|suite)/' },
    ),
    forbid(
      'engine-knows-no-api',
      'The restore engine turns pictures into pictures.',
      { path: '^emulators/src/engine/' },
      { path: '^emulators/src/(replicate|firestore|stripe|suite)/' },
    ),
    forbid('no-cycles', 'A cycle hides which part is the lower one.', {}, { circular: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|/build/|functions/lib/)' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
