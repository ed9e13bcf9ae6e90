import type { CoverageReport, CoveredValue, ExpressionReport } from './api';
import type { Expression, MatchBlock, RulesFile } from './ast';
import { operandsOf } from './check/expressions';
import type { Resolution } from './check/scope';
import type { Program } from './program';
import { type Result, RulesError, typeOf, Unknown } from './values/values';

/** Further values of an expression are counted together, so that a long run needs no more memory. */
const MAX_VALUES = 20;
const MAX_TEXT = 100;

interface Counted {
  value: CoveredValue;
  count: number;
}

/** Counts the values of every expression of a ruleset. */
export class Coverage {
  private readonly seen = new Map<Expression, Map<string, Counted>>();

  add(e: Expression, result: Result): void {
    let values = this.seen.get(e);
    if (!values) {
      values = new Map();
      this.seen.set(e, values);
    }
    const key = keyOf(result);
    const known = values.get(key);
    if (known) known.count += 1;
    else if (values.size < MAX_VALUES) values.set(key, { value: coveredValue(result), count: 1 });
    else {
      const others = values.get(OTHERS) ?? { value: { others: true }, count: 0 };
      others.count += 1;
      values.set(OTHERS, others);
    }
  }

  /** One report for each condition and each part of a function, in the order of the source. */
  report(programs: readonly Program[]): CoverageReport {
    return programs.map((program) => ({
      file: { name: program.name, content: program.content },
      expressions: rootsOf(program.file)
        .map((root) => this.reportOf(root, program))
        .sort((a, b) => a.sourcePosition.currentOffset - b.sourcePosition.currentOffset),
    }));
  }

  private reportOf(e: Expression, program: Program): ExpressionReport {
    const { start = 0, end = 0 } = program.file.spans.get(e) ?? {};
    const before = program.content.slice(0, start).split('\n');
    return {
      sourcePosition: {
        fileName: program.name,
        line: before.length,
        column: (before.at(-1)?.length ?? 0) + 1,
        currentOffset: start,
        endOffset: end,
      },
      values: [...(this.seen.get(e)?.values() ?? [])],
      children: evaluatedParts(e, program.resolution).map((part) => this.reportOf(part, program)),
    };
  }
}

/** What is evaluated for an expression. Literals are left out, as their value is no news. */
function evaluatedParts(e: Expression, { namespaced, placeholders }: Resolution): Expression[] {
  const parts = (): Expression[] => {
    if (e.kind === 'call') return e.args;
    if (e.kind === 'methodCall') return namespaced.has(e) ? e.args : [e.object, ...e.args];
    if (e.kind !== 'path') return operandsOf(e);
    return e.segments.flatMap((part) =>
      part.kind === 'interpolation' && !placeholders.has(part) ? [part.expression] : [],
    );
  };
  return parts().filter(({ kind }) => kind !== 'literal');
}

const OTHERS = 'others';

/** Copies what it keeps: a slice would hold the whole text in memory. */
const cut = (text: string): string =>
  text.length > MAX_TEXT ? `${Buffer.from(text.slice(0, MAX_TEXT)).toString()}…` : text;

/** Equal scalars share a key, cheaply. Other values are told apart by type only. */
function keyOf(result: Result): string {
  if (result instanceof RulesError) return `error ${result.message}`;
  if (result === null || typeof result !== 'object') return `${typeof result} ${cut(String(result))}`;
  return typeOf(result);
}

function coveredValue(result: Result): CoveredValue {
  if (result instanceof RulesError) return { undefined: { causeMessage: result.message } };
  if (result === null) return { nullValue: null };
  if (typeof result === 'boolean') return { boolValue: result };
  if (typeof result === 'bigint') return { intValue: String(result) };
  if (typeof result === 'number') return { floatValue: String(result) };
  if (typeof result === 'string') return { stringValue: cut(result) };
  if (result instanceof Unknown)
    return { undefined: { causeMessage: 'It depends on documents that the query finds.' } };
  return { typeName: typeOf(result) };
}

function rootsOf(file: RulesFile): Expression[] {
  const ofFunctions = ({ functions }: Pick<RulesFile, 'functions'>): Expression[] =>
    functions.flatMap(({ bindings, result }) => [...bindings.map(({ value }) => value), result]);
  const ofBlock = (block: MatchBlock): Expression[] => [
    ...ofFunctions(block),
    ...block.allows.flatMap(({ condition }) => condition ?? []),
    ...block.matches.flatMap(ofBlock),
  ];
  return [
    ...ofFunctions(file),
    ...file.services.flatMap((service) => [...ofFunctions(service), ...service.matches.flatMap(ofBlock)]),
  ];
}
