/** Which way imports run. `npm run lint` fails on a backward one. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const APPS = '^(web|functions|e2e)/';
/** What each package may import of the other packages; every package may import itself. */
const PACKAGES = {
  contract: [],
  imaging: ['contract'],
  'emulator-kit': [],
  'test-browser': [],
  'security-rules': ['emulator-kit'],
  'firestore-emulator': ['emulator-kit', 'security-rules', 'test-browser'],
  'stripe-emulator': ['emulator-kit'],
  'restore-engine': [],
  'replicate-emulator': ['emulator-kit', 'restore-engine'],
  'local-suite': [
    'contract',
    'emulator-kit',
    'security-rules',
    'firestore-emulator',
    'replicate-emulator',
    'stripe-emulator',
  ],
};

/** The packages that the client and the backend both use. */
const SHARED = '^packages/(contract|imaging)/';

/** The folders of functions/src, lowest first: none imports one that stands after it. */
const FUNCTIONS_LAYERS = [
  'platform',
  'ledger',
  'account',
  'photos',
  'saving',
  'restore',
  'payments',
  'deletion',
  'admin',
  'schedules',
];
/** The client's layers, lowest first. */
const WEB_LAYERS = ['theme|copy', 'lib|ui', 'domain', 'features', 'app'];
/** The folders of web/src/domain, lowest first. */
const WEB_DOMAIN = [
  'dialogs',
  'firebase',
  'session',
  'account',
  'photos',
  'saving',
  'prepare',
  'quickLook',
  'draft',
  'upload',
  'tray',
  'purchases',
];
/** Joins what mends a picture (imaging) and what fills a mark (restore-engine). */
const MENDING = '^web/src/lib/mendPictures\\.(test\\.)?ts$';
/** What shows on the device what a restore would do. It runs in a worker. */
const QUICK_LOOK = '^web/src/domain/quickLook/(quickLookWorker|wasmModels)\\.ts$';

module.exports = {
  forbidden: [
    ...Object.entries(PACKAGES).map(([name, allowed]) =>
      forbid(
        `${name}-knows-only-what-is-below-it`,
        'Packages are layers; the apps stand above all of them.',
        { path: `^packages/${name}/` },
        { path: ['^packages/', APPS], pathNot: [name, ...allowed].map((one) => `^packages/${one}/`) },
      ),
    ),
    forbid(
      'web-knows-only-contract-and-imaging',
      'The client talks to services, not to their code.',
      { path: '^web/src/', pathNot: [QUICK_LOOK, MENDING] },
      { path: ['^packages/', '^(functions|e2e)/'], pathNot: SHARED },
    ),
    forbid(
      'web-quick-look-knows-the-engines-core',
      'What looks at a photo on the device runs the restore engine’s core, through its entry point without Node.',
      { path: QUICK_LOOK },
      {
        path: ['^packages/', '^(functions|e2e)/'],
        pathNot: [SHARED, '^packages/restore-engine/(src/quickLook\\.ts$|models/)'],
      },
    ),
    forbid(
      'web-mending-knows-the-engines-filling',
      'A brush fills marks as the restore engine does: its arithmetic, and nothing else of it.',
      { path: MENDING },
      { path: ['^packages/', '^(functions|e2e)/'], pathNot: [SHARED, '^packages/restore-engine/src/inpaint\\.ts$'] },
    ),
    forbid(
      'functions-know-only-contract-and-imaging',
      'The backend is deployed without the rest.',
      { path: '^functions/src/', pathNot: '\\.test\\.ts$' },
      { path: ['^packages/', '^(web|e2e)/'], pathNot: SHARED },
    ),
    ...WEB_LAYERS.map((layers, at) =>
      forbid(
        `web-${layers.replace('|', '-and-')}-know-no-layer-above`,
        'Layers of the client: theme and copy, then lib and ui, then domain, then features, then app.',
        { path: `^web/src/(${layers})/` },
        { path: `^web/src/(${[...WEB_LAYERS.slice(at + 1), 'none'].join('|')})/` },
      ),
    ),
    forbid(
      'web-lib-has-no-look',
      'lib is logic; what is drawn stands in ui.',
      { path: '^web/src/lib/' },
      { path: '^web/src/(ui|theme)/' },
    ),
    forbid(
      'web-features-know-no-other-feature',
      'What two features share belongs to ui (looks) or domain (flows).',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    ...WEB_DOMAIN.map((folder, at) =>
      forbid(
        `web-domain-${folder}-knows-only-what-is-below-it`,
        'The folders of the domain are layers; domain.ts puts them together.',
        { path: `^web/src/domain/${folder}/` },
        { path: '^web/src/domain/', pathNot: WEB_DOMAIN.slice(0, at + 1).map((one) => `^web/src/domain/${one}/`) },
      ),
    ),
    forbid(
      'only-domain-firebase-imports-firebase',
      'The Firebase SDK is imported under domain/firebase only.',
      { path: '^web/src/', pathNot: '(^web/src/domain/firebase/|\\.test\\.tsx?$)' },
      { path: 'node_modules/(@?firebase)/' },
    ),
    forbid(
      'only-platform-imports-sdks',
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
    ...FUNCTIONS_LAYERS.slice(0, -1).map((layer, index) =>
      forbid(
        `functions-${layer}-knows-only-what-is-below-it`,
        'The folders of the backend are layers: imports run one way.',
        { path: `^functions/src/${layer}/`, pathNot: '\\.test\\.ts$' },
        { path: `^functions/src/(${FUNCTIONS_LAYERS.slice(index + 1).join('|')})/` },
      ),
    ),
    forbid(
      'functions-payments-and-photos-side-by-side',
      'Payments and photos with their restores stand on the account and its ledger and know nothing of each other.',
      { path: '^functions/src/payments/', pathNot: '\\.test\\.ts$' },
      { path: '^functions/src/(photos|restore)/' },
    ),
    forbid(
      'functions-tools-know-only-platform',
      'What a tool asks of its model and does with the output knows nothing of restores.',
      { path: '^functions/src/restore/tools/', pathNot: '\\.test\\.ts$' },
      { path: '^functions/src/', pathNot: '^functions/src/(platform|restore/tools)/' },
    ),
    forbid(
      'functions-sdk-by-subpath',
      'The root of firebase-functions loads every SDK and doubles the cold start.',
      { path: '^functions/src/' },
      { path: 'node_modules/firebase-functions/lib/(esm/)?(v[12]/)?index\\.', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'database-knows-no-transport',
      'The Firestore database is wrapped by the wire, never the reverse.',
      { path: '^packages/firestore-emulator/src/database/' },
      { path: '(^packages/firestore-emulator/src/wire/|node_modules/@grpc/)' },
    ),
    forbid(
      'restore-engine-core-knows-no-platform',
      'core is arithmetic on arrays that a browser can run too; files, sharp, onnxruntime and threads are in node.',
      { path: '^packages/restore-engine/src/core/', pathNot: '\\.test\\.ts$' },
      {
        path: '.',
        pathNot: '^packages/restore-engine/src/core/',
      },
    ),
    forbid(
      'packages-by-name',
      'A package is imported by its name, through its exports.',
      { path: '^(packages/[^/]+|web|functions|e2e|scripts)/' },
      { path: '^packages/', pathNot: '^$1/', dependencyTypes: ['local'] },
    ),
    forbid(
      'declared-imports-only',
      'Every package.json lists what its package imports, tests included.',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    forbid(
      'entry-points-only',
      'An import leads to no file: it is misspelt, or the package does not export it.',
      {},
      // Bundles are built when they are started, and lint runs on a fresh clone. Vite's query is no part of an export.
      { couldNotResolve: true, pathNot: ['/(dist|build)/.+\\.m?js$', '\\.(wasm|bin|onnx)\\?url$'] },
    ),
    forbid(
      'shipped-code-needs-no-dev-dependency',
      'What runs outside of tests is in dependencies, not in devDependencies.',
      {
        path: '^(web|functions|packages/[^/]+)/src/',
        // objects.ts imports Stripe's types only; prerender.tsx runs in the build.
        pathNot: [
          '\\.test\\.tsx?$',
          '/test[A-Z][^/]*\\.ts$',
          '/(test|testing|cases)/',
          '^packages/stripe-emulator/src/objects\\.ts$',
          '^web/src/app/prerender\\.tsx$',
        ],
      },
      // The bundle holds valibot and Firestore's protos; of Storage only types are imported.
      {
        dependencyTypes: ['npm-dev'],
        pathNot: 'node_modules/(valibot|@google-cloud/firestore/build/protos|@google-cloud/storage)/',
      },
    ),
    forbid('no-cycles', 'A cycle hides which part is the lower one.', {}, { circular: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What was built here; packages of the registry have folders of these names as well.
    exclude: { path: '^(packages/[^/]+|web|functions|e2e)/(dist|build|lib)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
