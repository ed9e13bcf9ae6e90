import { expect, it } from '@jest/globals';
import { writeBesideSlowListener } from '../testing/slowListener';

it('a slow listener gets the newest state, not every one, and neither it nor the history fills the memory', async () => {
  const { versions, growth } = await writeBesideSlowListener(150);
  expect(versions.at(-1)).toBe(150);
  expect(versions.length).toBeLessThan(50);
  expect(growth).toBeLessThan(110);
});
