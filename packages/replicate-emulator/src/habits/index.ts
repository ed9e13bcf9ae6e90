/** What generative models do to a picture unasked, for tests and benches. */
export { applyHabits, originsOf } from './applyHabits';
export type { Box, Habit } from './habit';
