import type { Position } from '../ast';
import { Lexer, RulesSyntaxError, type Token } from '../lexer';

/** One token of lookahead over the lexer, with the operations that a recursive-descent parser needs. */
export class TokenStream {
  readonly lexer: Lexer;
  private current: Token;
  /** Where the last taken token ends, as an offset in the source. */
  lastEnd = 0;

  constructor(source: string) {
    this.lexer = new Lexer(source);
    this.current = this.lexer.next();
  }

  peek(): Token {
    return this.current;
  }

  take(): Token {
    const token = this.current;
    this.lastEnd = token.end;
    this.current = this.lexer.next();
    return token;
  }

  /** Whether the next token is this punctuator or keyword. */
  at(text: string): boolean {
    return (this.current.kind === 'punctuator' || this.current.kind === 'keyword') && this.current.text === text;
  }

  accept(text: string): Token | null {
    return this.at(text) ? this.take() : null;
  }

  expect(text: string): Token {
    if (!this.at(text)) throw this.unexpected(`Missing '${text}' before ${describe(this.current)}.`);
    return this.take();
  }

  identifier(): Token {
    if (this.current.kind !== 'identifier') {
      throw this.unexpected(`Unexpected ${describe(this.current)}: expected an identifier.`);
    }
    return this.take();
  }

  unexpected(message = `Unexpected ${describe(this.current)}.`, at: Position = this.current.at): RulesSyntaxError {
    return new RulesSyntaxError(message, at);
  }

  /**
   * Takes a path segment whose `/` is the current token. Returns its text, or null if a capture or an interpolation
   * follows the `/`.
   */
  pathText(): string | null {
    const text = this.lexer.pathText(this.current.end);
    this.lastEnd = this.current.end + (text?.length ?? 0);
    this.current = this.lexer.next();
    return text;
  }

  /** Takes a dotted service name, which is not an identifier. */
  serviceName(): { text: string | null; at: Position } {
    this.lexer.rewind(this.current.start);
    const name = this.lexer.serviceName();
    this.current = this.lexer.next();
    return name;
  }
}

function describe(token: Token): string {
  return token.kind === 'end' ? 'end of file' : `'${token.text}'`;
}
