/** Cycles between folders of the code that ships; tests and their helpers stand above all folders. */
const base = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Folders are layers: one of two folders is the lower one.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...base.options,
    exclude: {
      path: [
        base.options.exclude.path,
        '\\.test\\.tsx?$',
        '/(test|testing|testdata|cases|conformance|bench)/|^functions/rules/',
      ],
    },
  },
};
