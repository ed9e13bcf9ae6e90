import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SortedList } from './sortedList';

// Many runs take long on a busy machine.

const numbers = () => new SortedList<number>((a, b) => a - b);

test('behaves like a sorted set for any sequence of changes', () => {
  const step = fc.record({ value: fc.integer({ min: 0, max: 400 }), add: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 1500, size: 'max' }), fc.integer({ min: 0, max: 400 }), (steps, pivot) => {
      const list = numbers();
      const model = new Set<number>();
      for (const { value, add } of steps) {
        if (add) {
          list.insert(value);
          model.add(value);
        } else {
          expect(list.delete(value)).toBe(model.delete(value));
        }
      }
      const sorted = [...model].sort((a, b) => a - b);
      expect([...list.ascending()]).toEqual(sorted);
      expect([...list.descending()]).toEqual(sorted.toReversed());
      expect([...list.ascending((value) => value >= pivot)]).toEqual(sorted.filter((value) => value >= pivot));
      expect([...list.descending((value) => value > pivot)]).toEqual(
        sorted.filter((value) => value <= pivot).toReversed(),
      );
      expect(list.size).toBe(sorted.length);
    }),
    { numRuns: 50 },
  );
});

test('replaces an item that compares equal', () => {
  const list = new SortedList<{ key: number; note: string }>((a, b) => a.key - b.key);
  list.insert({ key: 1, note: 'old' });
  list.insert({ key: 1, note: 'new' });
  expect([...list.ascending()]).toEqual([{ key: 1, note: 'new' }]);
});
