import type { Operator } from '@heirlight/contract/operator';

const FILE = 'packages/contract/src/operator.ts';
/** Names in capitals stand for the operator's own. */
const EXAMPLE = /\bYOUR\b/;

function withdrawalProblem(told: number, days: string): string | null {
  if (Number(days) === told) return null;
  return `WITHDRAWAL_DAYS is ${days || 0}, but the terms say ${told} (withdrawalDays of ${FILE})`;
}

/**
 * Returns what is wrong with what the page says of its operator, for people; none when all is well.
 *
 * @param withdrawalDays the parameter of the deploy; blank means 0
 */
export function operatorProblems(operator: Operator, withdrawalDays: string): string[] {
  const written = [operator.name, ...operator.address, operator.email];
  const isExample = written.length < 3 || written.some((text) => EXAMPLE.test(text) || text.trim() === '');
  const problems = [
    isExample ? `${FILE} is still the example's: put in your name and address` : null,
    withdrawalProblem(operator.withdrawalDays, withdrawalDays.trim()),
  ];
  return problems.filter((problem) => problem !== null);
}
