/** `npm run conservation -- --operations N --seed S`: the conservation property for longer, or once more as it failed. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { operations: { type: 'string' }, seed: { type: 'string' } } });
const root = fileURLToPath(new URL('..', import.meta.url));
const jest = spawn(
  `${root}node_modules/.bin/jest`,
  ['--runInBand', '--selectProjects', 'functions', '--testPathPatterns', 'test/conservation'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(values.operations ? { CONSERVATION_OPERATIONS: values.operations } : {}),
      ...(values.seed ? { CONSERVATION_SEED: values.seed } : {}),
    },
  },
);
jest.once('exit', (code) => process.exit(code ?? 1));
