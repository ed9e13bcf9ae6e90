/** Security rules of Firestore and of Storage: `compileRules` turns sources into a ruleset that decides requests. */
export type {
  AccessBudget,
  CompileResult,
  CoverageReport,
  CoveredValue,
  ExpressionReport,
  FirestoreRulesRequest,
  RulesAuth,
  RulesDecision,
  RulesDocument,
  Ruleset,
  RulesIssue,
  StorageRulesRequest,
} from './api';
export { NeedsDocument } from './api';
export { compileRules } from './compile';
