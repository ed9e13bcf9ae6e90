/** The operations that users may do, and what must add up after them: shared with the tests in e2e. */

export {
  atOnce,
  countOf,
  type DELETED_BY,
  type Operation,
  type OperationKind,
  operation,
  type REPORTS,
  runSideBySide,
} from './operations';
export { cameBack, photoGroups } from './photoGroups';
export { type Complaint, complaintsAbout, INVARIANTS, type Invariant, type Truth } from './truth';
