import { expect, it } from '@jest/globals';
import { writeBesideSlowListener } from '../testing/slowListener';

it('a thousand writes of 900 KB beside a slow listener live within 256 MiB', async () => {
  const { versions, growth } = await writeBesideSlowListener(1000);
  expect(versions.at(-1)).toBe(1000);
  expect(growth).toBeLessThan(256);
}, 300_000);
