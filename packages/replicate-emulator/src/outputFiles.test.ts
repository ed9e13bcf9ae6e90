import { expect, test } from '@jest/globals';
import { OutputFiles } from './outputFiles';

const NOW = new Date('2026-01-01T12:00:00Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);
const file = (bytes: number, createdAt = NOW) => ({
  bytes: Buffer.alloc(bytes, 1),
  format: 'png' as const,
  fault: null,
  createdAt,
});
const idOf = (path: string) => path.split('/')[2] ?? '';

test('the oldest files go when together they pass the limit, the newest never', () => {
  const files = new OutputFiles({ lifetimeMs: 1_000, maxBytes: 10 });
  const [first, second] = [files.add(file(6)), files.add(file(4))].map(idOf);
  expect(files.bytes).toBe(10);
  const third = idOf(files.add(file(5)));
  expect([first, second, third].map((id = '') => files.get(id, NOW) !== null)).toEqual([false, true, true]);
  expect(files.bytes).toBe(9);
  const huge = idOf(files.add(file(50)));
  expect(files.count).toBe(1);
  expect(files.get(huge, NOW)?.bytes).toHaveLength(50);
});

test('a file is there until its lifetime is over, and is then neither served nor stored', () => {
  const files = new OutputFiles({ lifetimeMs: 1_000, maxBytes: 10 });
  const id = idOf(files.add(file(3)));
  expect(files.get(id, after(999))).not.toBeNull();
  expect(files.stored(after(999))).toHaveLength(1);
  expect(files.get(id, after(1_000))).toBeNull();
  expect(files.stored(after(1_000))).toEqual([]);
  files.removeExpired(after(1_000));
  expect(files.bytes).toBe(0);
});

test('stored files are the same when restored', () => {
  const files = new OutputFiles({ lifetimeMs: 1_000, maxBytes: 10 });
  const ids = [files.add(file(3)), files.add(file(4, after(5)))].map(idOf);
  const again = new OutputFiles({ lifetimeMs: 1_000, maxBytes: 10 });
  again.restore(JSON.parse(JSON.stringify(files.stored(NOW))));
  expect(ids.map((id) => again.get(id, NOW))).toEqual(ids.map((id) => files.get(id, NOW)));
  expect(again.bytes).toBe(7);
});
