import { createRequire } from 'node:module';

interface Exegesis {
  middleware(document: object, options: object): Promise<unknown>;
}

/**
 * Makes the Auth emulator compile the schema of a request when such a request first comes.
 *
 * Replaces: schemas of its whole API compiled at the start, half of the time that a suite takes to be ready.
 * Why: exegesis, which serves that API, has an option for it (`lazyCompileValidationSchemas`) that firebase-tools does
 * not set, and has no setting for.
 */
export function lazyAuth(): void {
  const load = createRequire(createRequire(__filename).resolve('firebase-tools/package.json'));
  const exegesis = load('exegesis-express') as Exegesis;
  const { middleware } = exegesis;
  exegesis.middleware = (document, options) => middleware(document, { ...options, lazyCompileValidationSchemas: true });
}
