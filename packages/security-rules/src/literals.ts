/**
 * The content of string and bytes literals.
 * Source: https://firebase.google.com/docs/reference/rules/rules.Bytes (escapes), rules.String.
 */

const ESCAPES = String.raw`\\["'\\bfnrt]|\\x[0-9A-Fa-f]{2}|\\[0-3][0-7]{2}|\\u[0-9A-Fa-f]{4}`;

/** Everything up to the closing quote. A line break or an unknown escape ends it early. */
export const STRING_BODY = {
  '"': new RegExp(`(?:[^"\\\\\\n\\f\\r\\x08]|${ESCAPES})*`, 'y'),
  "'": new RegExp(`(?:[^'\\\\\\n\\f\\r\\x08]|${ESCAPES})*`, 'y'),
} as const;

const NAMED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const ONE_ESCAPE = new RegExp(ESCAPES, 'g');

export function decodeString(body: string): string {
  return body.replace(ONE_ESCAPE, (sequence) => {
    const code = codeOf(sequence);
    return code === null ? (NAMED[sequence.charAt(1)] ?? sequence.charAt(1)) : String.fromCharCode(code);
  });
}

/** Characters become UTF-8; `\xHH` and `\ooo` become single bytes. */
export function decodeBytes(body: string): Uint8Array {
  const parts: Buffer[] = [];
  let done = 0;
  for (const found of body.matchAll(ONE_ESCAPE)) {
    parts.push(Buffer.from(body.slice(done, found.index), 'utf8'));
    const sequence = found[0];
    const code = codeOf(sequence);
    parts.push(
      code === null || sequence[1] === 'u' ? Buffer.from(decodeString(sequence), 'utf8') : Buffer.from([code]),
    );
    done = found.index + sequence.length;
  }
  parts.push(Buffer.from(body.slice(done), 'utf8'));
  return new Uint8Array(Buffer.concat(parts));
}

function codeOf(sequence: string): number | null {
  if (sequence[1] === 'x' || sequence[1] === 'u') return Number.parseInt(sequence.slice(2), 16);
  return /^\\[0-3]/.test(sequence) ? Number.parseInt(sequence.slice(1), 8) : null;
}
