import type { Expression, PathExpression, PathPart, PatternSegment } from '../ast';
import type { TokenStream } from './tokenStream';

/** The path after `match`: one or more of `/text`, `/{capture}`, `/{capture=*}`, `/{glob=**}`. */
export function parsePattern(tokens: TokenStream): PatternSegment[] {
  const segments: PatternSegment[] = [];
  while (tokens.at('/')) {
    const { at } = tokens.peek();
    const text = tokens.pathText();
    if (text !== null) segments.push({ kind: 'text', text: decodeText(text), at });
    else if (tokens.at('{')) segments.push(capture(tokens));
    else throw tokens.unexpected("Forward slash '/' found where identifier or binding expected.", at);
  }
  if (segments.length === 0) throw tokens.unexpected();
  return segments;
}

/** A path literal in an expression; the current token is its first `/`. */
export function parsePath(tokens: TokenStream, parseExpression: () => Expression): PathExpression {
  const { at } = tokens.peek();
  const segments: PathPart[] = [];
  while (tokens.at('/')) segments.push(pathPart(tokens, parseExpression));
  return { kind: 'path', segments, at };
}

function pathPart(tokens: TokenStream, parseExpression: () => Expression): PathPart {
  const { at } = tokens.peek();
  const text = tokens.pathText();
  if (text !== null) return { kind: 'text', text: decodeText(text), at };
  if (tokens.at('{')) {
    const { name } = capture(tokens);
    return { kind: 'placeholder', name, at };
  }
  // `$` may also begin an identifier, but before `(` it begins an interpolation.
  const dollar = tokens.peek();
  if (dollar.text !== '$') throw tokens.unexpected("Forward slash '/' found where identifier or binding expected.", at);
  tokens.take();
  tokens.expect('(');
  const expression = parseExpression();
  tokens.expect(')');
  return { kind: 'interpolation', expression, at };
}

function capture(tokens: TokenStream): {
  kind: 'capture' | 'glob';
  name: string;
  at: { line: number; column: number };
} {
  tokens.expect('{');
  const { text: name, at } = tokens.identifier();
  let kind: 'capture' | 'glob' = 'capture';
  if (tokens.accept('=')) {
    if (tokens.accept('**')) kind = 'glob';
    else tokens.expect('*');
  }
  tokens.expect('}');
  if (tokens.at('}')) throw tokens.unexpected("Extra closing '}' in path.");
  return { kind, name, at };
}

/** Decodes percent-escapes, which encode characters that the path syntax does not allow. */
function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
