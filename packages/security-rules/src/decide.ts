import type { RulesDecision, RulesService, StorageRulesMethod } from './api';
import type { AllowStatement, MatchBlock } from './ast';
import type { Coverage } from './coverage';
import { Evaluator } from './evaluate';
import { matchPath } from './matchPath';
import type { Program } from './program';
import { Scope } from './scope';
import type { Situation } from './situation';
import { RulesError, type RulesValue, Unknown } from './values/values';

const INCLUDES: Record<string, readonly StorageRulesMethod[]> = {
  read: ['get', 'list'],
  write: ['create', 'update', 'delete'],
};

interface Request {
  service: RulesService;
  method: StorageRulesMethod;
  situation: Situation;
  /** Receives the value of every expression that is evaluated. */
  coverage: Coverage;
}

/** Allows the request if any statement for its method and path evaluates to true. */
export function decide(programs: readonly Program[], request: Request): RulesDecision {
  const decision = new Decision(request);
  const { variables } = request.situation;
  for (const program of programs) {
    const root = new Scope(variables, null, program.file);
    for (const service of program.file.services) {
      if (service.name !== request.service) continue;
      const scope = new Scope(new Map(), root, service);
      for (const block of service.matches) {
        if (decision.visit(block, scope, 0, program)) return decision.result(true);
      }
    }
  }
  return decision.result(false);
}

class Decision {
  private readonly evaluator: Evaluator;
  private readonly reasons = new Set<string>();

  constructor(private readonly request: Request) {
    this.evaluator = new Evaluator(request.situation.callService, request.coverage);
  }

  visit(block: MatchBlock, outer: Scope, start: number, program: Program): boolean {
    const { path } = this.request.situation;
    for (const { captures, next } of matchPath(block.pattern, path, { start, version: program.file.version })) {
      const scope = new Scope(captures, outer, block);
      const here = next === path.length && block.allows.some((allow) => this.allows(allow, scope, program));
      if (here || block.matches.some((inner) => this.visit(inner, scope, next, program))) return true;
    }
    return false;
  }

  result(allow: boolean): RulesDecision {
    const { debug } = this.evaluator;
    const reason = [...this.reasons].join(', ') || `No matching allow statements for '${this.request.method}'`;
    return { allow, reason: allow ? '' : reason, ...(debug.length > 0 && { debug }) };
  }

  private allows(allow: AllowStatement, scope: Scope, program: Program): boolean {
    const covered = allow.operations.some(
      ({ name }) => name === this.request.method || INCLUDES[name]?.includes(this.request.method),
    );
    if (!covered) return false;
    if (allow.condition === null) return true;
    const result = this.evaluator.evaluate(allow.condition, scope, program.resolution);
    if (result === true) return true;
    this.reasons.add(`${why(result)} for '${this.request.method}' @ L${allow.at.line}`);
    return false;
  }
}

function why(result: RulesValue | RulesError): string {
  if (result === false) return 'false';
  if (result instanceof Unknown) return "The query's constraints do not prove the condition";
  if (!(result instanceof RulesError)) return 'Condition is not a bool';
  return result.at === undefined ? result.message : `${result.message} at L${result.at.line}:${result.at.column}`;
}
