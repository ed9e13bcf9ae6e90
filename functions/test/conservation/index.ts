/** The operations that users may do, and the books that must balance after them: shared with the tests in e2e. */
export { type Complaint, complaintsAbout, INVARIANTS, type Invariant, type Truth } from './books';
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
