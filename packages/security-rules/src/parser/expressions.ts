import type { BinaryOperator, Expression, LiteralValue, Position, Span } from '../ast';
import { parsePath } from './paths';
import type { TokenStream } from './tokenStream';

/**
 * Binding powers in Firebase's own order: `is` binds looser than `==` and tighter than `in`.
 * Source: the ANTLR grammar in @firebase/eslint-plugin-security-rules.
 */
const POWER: Record<string, number> = {
  '?': 1,
  '||': 2,
  '&&': 3,
  in: 4,
  is: 5,
  '==': 6,
  '!=': 6,
  '<': 7,
  '<=': 7,
  '>': 7,
  '>=': 7,
  '+': 8,
  '-': 8,
  '*': 9,
  '/': 9,
  '%': 9,
};
const PREFIX_POWER = 10;
/** Deeper nesting is refused, because it could overflow the stack. */
const MAX_NESTING = 200;

/** A longer chain of operators could not be evaluated within the limit of 1000 expressions. */
const MAX_OPERATORS = 2000;

/** A Pratt parser of rules expressions. */
export class ExpressionParser {
  /** The place of every expression so far. */
  readonly spans = new Map<Expression, Span>();
  private depth = 0;
  private operators = 0;

  constructor(private readonly tokens: TokenStream) {}

  parse = (minPower = 0): Expression => {
    if (this.depth === 0) this.operators = 0;
    if (++this.depth > MAX_NESTING) throw this.tokens.unexpected('Expression is nested too deeply.');
    const { start } = this.tokens.peek();
    let left = this.prefix();
    for (;;) {
      const operator = this.tokens.peek();
      const power = operator.kind === 'punctuator' || operator.kind === 'keyword' ? POWER[operator.text] : undefined;
      if (operator.text === '++' || operator.text === '--') throw incrementError(this.tokens);
      if (power === undefined || power <= minPower) break;
      this.tokens.take();
      this.countOperator();
      left = this.spanned(start, this.infix(left, operator.text, power, operator.at));
    }
    this.depth -= 1;
    return left;
  };

  /** Notes that the expression began at `start` and ends with the last token. */
  private spanned(start: number, e: Expression): Expression {
    this.spans.set(e, { start, end: this.tokens.lastEnd });
    return e;
  }

  private countOperator(): void {
    if (++this.operators > MAX_OPERATORS) throw this.tokens.unexpected('Expression is too long.');
  }

  private infix(left: Expression, operator: string, power: number, at: Position): Expression {
    if (operator === '?') {
      const then = this.parse(0);
      this.tokens.expect(':');
      return { kind: 'ternary', test: left, then, otherwise: this.parse(0), at };
    }
    if (operator === 'is') return { kind: 'is', operand: left, typeName: this.tokens.identifier().text, at };
    return { kind: 'binary', operator: operator as BinaryOperator, left, right: this.parse(power), at };
  }

  private prefix(): Expression {
    const { tokens } = this;
    const { at, start } = tokens.peek();
    if (tokens.accept('!')) {
      return this.spanned(start, { kind: 'unary', operator: '!', operand: this.parse(PREFIX_POWER), at });
    }
    if (tokens.at('++') || tokens.at('--')) throw incrementError(tokens);
    if (tokens.accept('-')) {
      if (tokens.at('-') || tokens.at('!')) throw tokens.unexpected();
      return this.spanned(start, negated(this.operand(), at));
    }
    return this.operand();
  }

  private operand(): Expression {
    const { start } = this.tokens.peek();
    const parenthesised = this.tokens.at('(');
    const primary = this.primary();
    return this.postfix(parenthesised ? primary : this.spanned(start, primary), start);
  }

  private primary(): Expression {
    const { tokens } = this;
    const token = tokens.peek();
    const { at } = token;
    if (tokens.at('/')) return parsePath(tokens, () => this.parse());
    if (tokens.accept('(')) {
      const inner = this.parse();
      tokens.expect(')');
      return inner;
    }
    if (tokens.accept('[')) return { kind: 'list', items: this.list(']'), at };
    if (tokens.accept('{')) return { kind: 'map', entries: this.entries(), at };
    if (token.kind === 'identifier') {
      tokens.take();
      if (tokens.accept('(')) return { kind: 'call', name: token.text, args: this.list(')'), at };
      return { kind: 'variable', name: token.text, at };
    }
    if (token.kind === 'keyword' && token.text in CONSTANTS) {
      tokens.take();
      return { kind: 'literal', value: CONSTANTS[token.text] ?? null, at };
    }
    if (token.value !== undefined) {
      tokens.take();
      return { kind: 'literal', value: token.value, at };
    }
    throw tokens.unexpected();
  }

  private postfix(primary: Expression, start: number): Expression {
    const { tokens } = this;
    let object = primary;
    for (;;) {
      if (tokens.at('.') || tokens.at('[')) this.countOperator();
      if (tokens.accept('.')) {
        const name = tokens.peek();
        if (name.kind !== 'identifier' && (name.kind !== 'keyword' || name.text === 'rules_version')) {
          throw tokens.unexpected();
        }
        tokens.take();
        if (name.kind === 'identifier' && tokens.accept('(')) {
          object = { kind: 'methodCall', object, name: name.text, args: this.list(')'), at: name.at };
        } else object = { kind: 'member', object, name: name.text, at: name.at };
      } else if (tokens.at('[')) object = this.index(object);
      else return object;
      this.spanned(start, object);
    }
  }

  private index(object: Expression): Expression {
    const { tokens } = this;
    const { at } = tokens.expect('[');
    const from = tokens.at(':') ? null : this.parse();
    if (!tokens.accept(':')) {
      tokens.expect(']');
      return { kind: 'index', object, index: from ?? { kind: 'literal', value: null, at }, at };
    }
    const to = tokens.at(']') ? null : this.parse();
    tokens.expect(']');
    return { kind: 'range', object, from, to, at };
  }

  private list(close: ')' | ']'): Expression[] {
    const items: Expression[] = [];
    while (!this.tokens.accept(close)) {
      items.push(this.parse());
      if (!this.tokens.at(close)) this.tokens.expect(',');
    }
    return items;
  }

  private entries(): { key: Expression; value: Expression }[] {
    const entries: { key: Expression; value: Expression }[] = [];
    while (!this.tokens.accept('}')) {
      const key = this.parse();
      this.tokens.expect(':');
      entries.push({ key, value: this.parse() });
      if (!this.tokens.at('}')) this.tokens.expect(',');
    }
    return entries;
  }
}

const CONSTANTS: Record<string, LiteralValue> = { true: true, false: false, null: null };

/** Negates literals at once, because the smallest integer has no positive counterpart. */
function negated(operand: Expression, at: Position): Expression {
  if (operand.kind === 'literal' && typeof operand.value === 'bigint') return { ...operand, value: -operand.value, at };
  return { kind: 'unary', operator: '-', operand, at };
}

function incrementError(tokens: TokenStream): Error {
  return tokens.unexpected('Increment (++) and decrement (--) operators are not supported.');
}
