import type { CompileResult, Ruleset, RulesIssue } from '@heirlight/security-rules';

export interface RulesFile {
  name: string;
  content: string;
}

export type CompileRules = (files: RulesFile[]) => CompileResult;

/** Without a rules file the emulator allows everything, as Google's does. */
const ALLOW_ALL: Ruleset = {
  rulesVersion: 2,
  evaluate: () => ({ allow: true, reason: 'no rules are loaded' }),
  coverage: () => [],
};
const DENY_ALL: Ruleset = {
  rulesVersion: 2,
  evaluate: () => ({ allow: false, reason: 'the rules file has errors, so nothing is allowed' }),
  coverage: () => [],
};

/** The ruleset of each project: its own if one was set over HTTP, else the initial one. */
export interface RulesStore {
  of(projectId: string): Ruleset;
  /** Replaces a project's rules. If the new rules have errors, the old ones stay. */
  replace(projectId: string, files: RulesFile[]): { accepted: boolean; issues: RulesIssue[] };
  /** Sets the initial rules. If they have errors, everything is denied until `replace` succeeds. */
  loadInitial(files: RulesFile[]): RulesIssue[];
}

export function createRulesStore(compile: CompileRules): RulesStore {
  const own = new Map<string, Ruleset>();
  let initial = ALLOW_ALL;
  return {
    of: (projectId) => own.get(projectId) ?? initial,
    replace(projectId, files) {
      const { ruleset, issues } = compile(files);
      if (ruleset) own.set(projectId, ruleset);
      return { accepted: ruleset !== null, issues };
    },
    loadInitial(files) {
      const { ruleset, issues } = compile(files);
      initial = ruleset ?? DENY_ALL;
      return issues;
    },
  };
}
