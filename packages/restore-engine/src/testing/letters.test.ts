import { expect, test } from '@jest/globals';
import { letters } from './letters';

test('a baseline that is a hair off a whole number cuts no word', () => {
  const drawn = (y: number) => letters('PROOF', { x: 10, y, size: 58.63, paint: '' });
  expect(drawn(300 * 0.56)).toBe(drawn(168));
  expect(drawn(300 * 0.56)).not.toContain('NaN');
});
