/** The syntax tree that the parser builds, the checker checks and the evaluator evaluates. */

/** 1-based, as editors count. */
export interface Position {
  line: number;
  column: number;
}

type UnaryOperator = '!' | '-';
export type BinaryOperator = '||' | '&&' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%';

export type LiteralValue = null | boolean | bigint | number | string | Uint8Array;

interface LiteralExpression {
  kind: 'literal';
  value: LiteralValue;
  at: Position;
}
interface VariableExpression {
  kind: 'variable';
  name: string;
  at: Position;
}
interface ListExpression {
  kind: 'list';
  items: Expression[];
  at: Position;
}
interface MapExpression {
  kind: 'map';
  entries: { key: Expression; value: Expression }[];
  at: Position;
}
export interface PathExpression {
  kind: 'path';
  segments: PathPart[];
  at: Position;
}
interface MemberExpression {
  kind: 'member';
  object: Expression;
  name: string;
  at: Position;
}
interface IndexExpression {
  kind: 'index';
  object: Expression;
  index: Expression;
  at: Position;
}
interface RangeExpression {
  kind: 'range';
  object: Expression;
  from: Expression | null;
  to: Expression | null;
  at: Position;
}
export interface CallExpression {
  kind: 'call';
  name: string;
  args: Expression[];
  at: Position;
}
export interface MethodCallExpression {
  kind: 'methodCall';
  object: Expression;
  name: string;
  args: Expression[];
  at: Position;
}
interface UnaryExpression {
  kind: 'unary';
  operator: UnaryOperator;
  operand: Expression;
  at: Position;
}
export interface BinaryExpression {
  kind: 'binary';
  operator: BinaryOperator;
  left: Expression;
  right: Expression;
  at: Position;
}
interface TypeTestExpression {
  kind: 'is';
  operand: Expression;
  typeName: string;
  at: Position;
}
interface TernaryExpression {
  kind: 'ternary';
  test: Expression;
  then: Expression;
  otherwise: Expression;
  at: Position;
}

export type Expression =
  | LiteralExpression
  | VariableExpression
  | ListExpression
  | MapExpression
  | PathExpression
  | MemberExpression
  | IndexExpression
  | RangeExpression
  | CallExpression
  | MethodCallExpression
  | UnaryExpression
  | BinaryExpression
  | TypeTestExpression
  | TernaryExpression;

/** One piece of a path literal: fixed text, `$(expression)`, or a `{placeholder}` that `bind()` fills. */
export type PathPart =
  | { kind: 'text'; text: string; at: Position }
  | { kind: 'interpolation'; expression: Expression; at: Position }
  | { kind: 'placeholder'; name: string; at: Position };

/** One segment of a `match` path. */
export type PatternSegment =
  | { kind: 'text'; text: string; at: Position }
  | { kind: 'capture'; name: string; at: Position }
  | { kind: 'glob'; name: string; at: Position };

export interface LetBinding {
  name: string;
  value: Expression;
  at: Position;
}
export interface FunctionDeclaration {
  name: string;
  parameters: { name: string; at: Position }[];
  bindings: LetBinding[];
  result: Expression;
  at: Position;
}
export interface AllowStatement {
  operations: { name: string; at: Position }[];
  /** null: allowed without a condition. */
  condition: Expression | null;
  at: Position;
}
export interface MatchBlock {
  pattern: PatternSegment[];
  functions: FunctionDeclaration[];
  allows: AllowStatement[];
  matches: MatchBlock[];
  at: Position;
}
export interface ServiceDeclaration {
  name: string;
  functions: FunctionDeclaration[];
  matches: MatchBlock[];
  at: Position;
}
/** Where an expression is in the source: offsets in UTF-16 units, the end excluded. */
export interface Span {
  start: number;
  end: number;
}
export interface RulesFile {
  version: 1 | 2;
  /** The place of every expression, for coverage reports. */
  spans: ReadonlyMap<Expression, Span>;
  functions: FunctionDeclaration[];
  services: ServiceDeclaration[];
}

/** Where functions are declared: the file itself, a service or a match block. */
export type Owner = RulesFile | ServiceDeclaration | MatchBlock;
