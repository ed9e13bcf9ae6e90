import type {
  CompileResult,
  CoverageReport,
  FirestoreRulesRequest,
  RulesDecision,
  Ruleset,
  RulesIssue,
  StorageRulesRequest,
} from './api';
import { checkRules } from './check/check';
import { Coverage } from './coverage';
import { decide } from './decide';
import { LimitExceeded } from './evaluate';
import { firestoreSituations } from './firestore/situations';
import { RulesSyntaxError } from './lexer';
import { parseRules } from './parser/parser';
import type { Program } from './program';
import { storageSituations } from './storage/situations';
import { MalformedRequest } from './values/json';

/** https://firebase.google.com/docs/firestore/quotas#security_rules */
const MAX_SOURCE_BYTES = 256 * 1024;

/**
 * Compiles rules files. There is no ruleset if any issue has the severity ERROR. A syntax error is the only issue of
 * its file; other issues are reported together.
 */
export function compileRules(files: readonly { name: string; content: string }[]): CompileResult {
  const issues: RulesIssue[] = [];
  const programs: Program[] = [];
  for (const { name, content } of files) {
    try {
      if (Buffer.byteLength(content) > MAX_SOURCE_BYTES) {
        throw new RulesSyntaxError(`Rules are larger than ${MAX_SOURCE_BYTES} bytes.`, { line: 1, column: 1 });
      }
      const file = parseRules(content);
      const checked = checkRules(file, name);
      issues.push(...checked.issues.found);
      programs.push({ name, content, file, resolution: checked.resolution });
    } catch (error) {
      if (!(error instanceof RulesSyntaxError)) throw error;
      const { line, column } = error.at;
      issues.push({ severity: 'ERROR', description: error.message, sourcePosition: { fileName: name, line, column } });
    }
  }
  if (programs.length === 0 && issues.length === 0) {
    issues.push({
      severity: 'ERROR',
      description: 'No rules file given.',
      sourcePosition: { fileName: '', line: 1, column: 1 },
    });
  }
  if (issues.some(({ severity }) => severity === 'ERROR')) return { ruleset: null, issues };
  return { ruleset: new CompiledRuleset(programs), issues };
}

class CompiledRuleset implements Ruleset {
  readonly rulesVersion: 1 | 2;
  private readonly covered = new Coverage();

  constructor(private readonly programs: readonly Program[]) {
    this.rulesVersion = programs[0]?.file.version ?? 1;
  }

  evaluate(request: FirestoreRulesRequest | StorageRulesRequest): RulesDecision {
    try {
      return this.decideAll(request);
    } catch (error) {
      if (!(error instanceof LimitExceeded || error instanceof MalformedRequest)) throw error;
      return { allow: false, reason: `${error.message} for '${request.method}'` };
    }
  }

  coverage(): CoverageReport {
    return this.covered.report(this.programs);
  }

  /** Some program must allow each situation. A query without alternatives is denied; there should be none. */
  private decideAll(request: FirestoreRulesRequest | StorageRulesRequest): RulesDecision {
    const { service, method } = request;
    const situations = service === 'cloud.firestore' ? firestoreSituations(request) : storageSituations(request);
    let decision: RulesDecision = { allow: false, reason: `The query cannot find anything for '${method}'` };
    for (const situation of situations) {
      decision = decide(this.programs, { service, method, situation, coverage: this.covered });
      if (!decision.allow) break;
    }
    return decision;
  }
}
