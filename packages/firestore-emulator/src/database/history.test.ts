import { expect, test } from '@jest/globals';
import { int, ROOT, rejection, testDatabase, text } from '../testing/database';

test('old versions are kept up to 64 MiB, the newest longest', async () => {
  const { put, database } = testDatabase();
  const versions: string[] = [];
  for (let version = 0; version < 120; version += 1) {
    const { commitTime } = await put('c/a', { version: int(version), text: text('x'.repeat(900_000)) });
    versions.push(commitTime);
  }
  const at = (version: number) =>
    rejection(() => database.getDocument({ name: `${ROOT}/c/a`, readTime: versions[version] }));
  expect(await at(0)).toBe('FAILED_PRECONDITION: The requested snapshot version is too old.');
  expect(await at(85)).toBe('accepted');
  expect(await at(119)).toBe('accepted');
});

test('one commit may be larger than all that is kept', async () => {
  const { put, database } = testDatabase();
  for (let id = 0; id < 80; id += 1) await put(`c/${id}`, { text: text('x'.repeat(900_000)) });
  const { commitTime } = await put('c/small', { n: int(1) });
  database.clear();
  expect(await rejection(() => database.getDocument({ name: `${ROOT}/c/small`, readTime: commitTime }))).toMatch(
    /too old/,
  );
  await put('c/small', { n: int(2) });
  expect((await database.getDocument({ name: `${ROOT}/c/small` })).fields).toEqual({ n: int(2) });
});
