import type { Position } from './ast';
import { decodeBytes, decodeString, STRING_BODY } from './literals';

type TokenKind = 'identifier' | 'keyword' | 'int' | 'float' | 'string' | 'bytes' | 'punctuator' | 'end';

export interface Token {
  kind: TokenKind;
  /** The source text; for strings the decoded value is in `value`. */
  text: string;
  value?: string | bigint | number | Uint8Array;
  at: Position;
  start: number;
  end: number;
}

/** A syntax error at a position of the source. */
export class RulesSyntaxError extends Error {
  constructor(
    message: string,
    readonly at: Position,
  ) {
    super(message);
  }
}

/** Reserved words, including unused ones: they cannot name variables or functions. */
const KEYWORDS = new Set(
  (
    'allow false function if import in is let null return service match rules_version true ' +
    'arguments break case continue default deny do each else extends for goto not package switch then var while'
  ).split(' '),
);
const PUNCTUATORS = /&&|\|\||==|!=|<=|>=|\+\+|--|\*\*|[=@:,$.<>{}[\]()\-%!+;/*?]/y;
const SPACE = /(?:[\t\n\f\r ]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const WORD = /[A-Za-z$_][A-Za-z0-9$_]*/y;
const NUMBER = /(?:(?:0|[1-9][0-9]*)\.[0-9]*|\.[0-9]+|0|[1-9][0-9]*)/y;
/** RFC 3986 `pchar` without `!`, `$`, `(`, `)`, `,`, `;` and `=`, or one parenthesised name such as `(default)`. */
const PATH_TEXT = /(?:(?:[A-Za-z0-9\-._~&'*+:@]|%[0-9A-Fa-f]{2})+|\((?:[A-Za-z0-9\-._~&'*+:@]|%[0-9A-Fa-f]{2})+\))/y;
const SERVICE_NAME = /[A-Za-z0-9.]+/y;
const MAX_INT = 9223372036854775807n;

/**
 * Splits the source into tokens on demand. `/` is always a token of its own. Only the parser knows whether it is a
 * division or starts a path segment, whose text it gets with `pathText`.
 */
export class Lexer {
  private offset = 0;
  private readonly lineStarts: number[] = [0];

  constructor(private readonly source: string) {
    for (let i = source.indexOf('\n'); i >= 0; i = source.indexOf('\n', i + 1)) this.lineStarts.push(i + 1);
  }

  /** Goes back to `offset`. */
  rewind(offset: number): void {
    this.offset = offset;
  }

  next(): Token {
    this.match(SPACE);
    const start = this.offset;
    const char = this.source[start];
    if (char === undefined) return this.token('end', start);
    if (this.source.startsWith('/*', start))
      throw new RulesSyntaxError('Unterminated comment.', this.positionOf(start));
    if ((char === 'b' || char === 'B') && /["']/.test(this.source[start + 1] ?? '')) {
      this.offset += 1;
      return this.quoted(start, 'bytes');
    }
    if (char === '"' || char === "'") return this.quoted(start, 'string');
    const word = this.match(WORD);
    if (word !== null) return this.token(KEYWORDS.has(word) ? 'keyword' : 'identifier', start);
    const number = this.match(NUMBER);
    if (number !== null) return this.number(number, start);
    if (this.match(PUNCTUATORS) !== null) return this.token('punctuator', start);
    throw new RulesSyntaxError(
      `Unexpected '${String.fromCodePoint(this.source.codePointAt(start) ?? 0)}'.`,
      this.positionOf(start),
    );
  }

  /** The text of a path segment that starts exactly at `offset` (just after its `/`), or null if there is none. */
  pathText(offset: number): string | null {
    this.offset = offset;
    return this.match(PATH_TEXT);
  }

  /** Reads a service's dotted name. */
  serviceName(): { text: string | null; at: Position } {
    this.match(SPACE);
    const at = this.positionOf(this.offset);
    return { text: this.match(SERVICE_NAME), at };
  }

  positionOf(offset: number): Position {
    let low = 0;
    let high = this.lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.lineStarts[low] ?? 0) + 1 };
  }

  private quoted(start: number, kind: 'string' | 'bytes'): Token {
    const quote = this.source[this.offset] === '"' ? '"' : "'";
    const at = this.positionOf(start);
    this.offset += 1;
    const body = this.match(STRING_BODY[quote]) ?? '';
    const closing = this.source[this.offset];
    if (closing !== quote) {
      const message = closing === '\\' ? 'Unsupported escape sequence.' : `Missing a closing ${quote}`;
      throw new RulesSyntaxError(message, closing === '\\' ? this.positionOf(this.offset) : at);
    }
    this.offset += 1;
    return { ...this.token(kind, start), value: kind === 'bytes' ? decodeBytes(body) : decodeString(body) };
  }

  private number(text: string, start: number): Token {
    if (text.includes('.')) return { ...this.token('float', start), value: Number(text) };
    const value = BigInt(text);
    if (value > MAX_INT + 1n) throw new RulesSyntaxError(`Integer out of range: ${text}.`, this.positionOf(start));
    return { ...this.token('int', start), value };
  }

  private token(kind: TokenKind, start: number): Token {
    return { kind, text: this.source.slice(start, this.offset), at: this.positionOf(start), start, end: this.offset };
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.offset;
    const found = pattern.exec(this.source);
    if (found === null) return null;
    this.offset = pattern.lastIndex;
    return found[0];
  }
}
