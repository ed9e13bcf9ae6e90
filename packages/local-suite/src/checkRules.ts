import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileRules } from '@heirlight/security-rules';

const RULES_FILES = ['firestore.rules', 'storage.rules'];

/**
 * Refuses to start on rules that do not compile: the emulators would start all the same, deny everything, and say why
 * only in a log. Throws with file, line and column of every error.
 */
export function checkRules(root: string): void {
  const errors = RULES_FILES.flatMap((name) =>
    compileRules([{ name, content: readFileSync(join(root, name), 'utf8') }]).issues.filter(
      ({ severity }) => severity === 'ERROR',
    ),
  );
  if (errors.length === 0) return;
  const lines = errors.map(
    ({ description, sourcePosition: { fileName, line, column } }) => `  ${fileName}:${line}:${column}  ${description}`,
  );
  throw new Error(['Cannot start: the security rules have errors.', ...lines].join('\n'));
}
