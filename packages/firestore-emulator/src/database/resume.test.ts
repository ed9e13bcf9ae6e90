import { describe, expect, test } from '@jest/globals';
import { at, bool, brief, int, ROOT, remove, set, testDatabase, text } from '../testing/database';
import type { ListenResponse, StructuredQuery } from './types';

const from = [{ collectionId: 'c' }];
const query = (structuredQuery: StructuredQuery = { from }) => ({ query: { parent: ROOT, structuredQuery } });
const shown: StructuredQuery = {
  from,
  where: { fieldFilter: { field: { fieldPath: 'shown' }, op: 'EQUAL', value: bool(true) } },
};
const firstTwo: StructuredQuery = { from, orderBy: [{ field: { fieldPath: 'n' } }], limit: 2 };
const lastToken = (responses: readonly ListenResponse[]) => responses.at(-1)?.targetChange?.resumeToken;
const n = (value: number) => ({ n: int(value) });

describe('resuming', () => {
  async function interrupted(structuredQuery: StructuredQuery) {
    const db = testDatabase();
    await db.write(
      set('c/a', { ...n(1), shown: bool(true) }),
      set('c/b', { ...n(2), shown: bool(true) }),
      set('c/c', { ...n(3), shown: bool(true) }),
    );
    const before = db.listen();
    before.stream.add({ targetId: 1, ...query(structuredQuery) });
    const resumeToken = lastToken(before.take());
    before.stream.close();
    const resume = (
      more: { expectedCount?: number | { value: number }; readTime?: string; resumeToken?: string } = { resumeToken },
    ) => {
      const { stream, take } = db.listen();
      stream.add({ targetId: 1, ...query(structuredQuery), ...more });
      return { stream, take, heard: brief(take()) };
    };
    return { ...db, resume, resumeToken };
  }

  test('sends only what changed', async () => {
    const { write, resume, put } = await interrupted(shown);
    await write(set('c/a', { shown: bool(true), again: int(1) }), set('c/b', { shown: bool(false) }), remove('c/c'));
    await put('c/new', { shown: bool(true) });
    await put('c/other', { shown: bool(false) });
    expect(resume().heard).toEqual([
      'ADD 1',
      'change a [1]',
      'change new [1]',
      'remove b [1]',
      'delete c [1]',
      'CURRENT 1',
      'NO_CHANGE',
    ]);
  });

  test('sends nothing if nothing changed, and then later changes', async () => {
    const { resume, put } = await interrupted(shown);
    const { heard, take } = resume();
    expect(heard).toEqual(['ADD 1', 'CURRENT 1', 'NO_CHANGE']);
    await put('c/a', { shown: bool(false) });
    expect(brief(take())).toEqual(['remove a [1]', 'NO_CHANGE']);
  });

  test('a query with a limit is compared with its earlier result', async () => {
    const { resume, write } = await interrupted(firstTwo);
    await write(remove('c/a'));
    const { heard, take } = resume();
    expect(heard).toEqual(['ADD 1', 'change c [1]', 'delete a [1]', 'CURRENT 1', 'NO_CHANGE']);
    await write(remove('c/b'));
    expect(brief(take())).toEqual(['delete b [1]', 'NO_CHANGE']);
  });

  test('resumes from a read time, too', async () => {
    const { resume, put } = await interrupted(shown);
    const { commitTime: readTime } = await put('c/x', { shown: bool(true) });
    await put('c/y', { shown: bool(true) });
    expect(resume({ readTime }).heard).toEqual(['ADD 1', 'change y [1]', 'CURRENT 1', 'NO_CHANGE']);
  });

  test('targets of documents resume, too', async () => {
    const { put, listen } = testDatabase();
    await put('c/a', n(1));
    await put('c/b', n(1));
    const documents = { documents: [at('c/a'), at('c/b')] };
    const first = listen();
    first.stream.add({ targetId: 1, documents });
    const resumeToken = lastToken(first.take());
    await put('c/b', n(2));
    const second = listen();
    second.stream.add({ targetId: 1, documents, resumeToken });
    expect(brief(second.take())).toEqual(['ADD 1', 'change b [1]', 'CURRENT 1', 'NO_CHANGE']);
  });

  test.each([
    [3, false],
    [2, true],
    [{ value: 3 }, false],
    [{ value: 9 }, true],
  ])('with an expected count of %j the existence filter is sent: %s', async (expectedCount, filtered) => {
    const { resume, put, resumeToken } = await interrupted(shown);
    await put('c/x', { shown: bool(true) });
    expect(resume({ resumeToken, expectedCount }).heard).toEqual([
      'ADD 1',
      'change x [1]',
      ...(filtered ? ['filter 1=4'] : []),
      'CURRENT 1',
      'NO_CHANGE',
    ]);
  });

  test.each([
    ['of another life', Buffer.from('another.1767323045000000').toString('base64')],
    ['that is none', Buffer.from('x').toString('base64')],
  ])('a token %s resets the target', async (_name, resumeToken) => {
    const { resume } = await interrupted(shown);
    expect(resume({ resumeToken }).heard).toEqual([
      'ADD 1',
      'RESET 1',
      'change a [1]',
      'change b [1]',
      'change c [1]',
      'CURRENT 1',
      'NO_CHANGE',
    ]);
  });

  test('a token of the future resets the target', async () => {
    const { resume, resumeToken = '' } = await interrupted(shown);
    const [life, time] = Buffer.from(resumeToken, 'base64').toString().split('.');
    const later = Buffer.from(`${life}.${Number(time) + 60e6}`).toString('base64');
    expect(resume({ resumeToken: later }).heard.slice(0, 2)).toEqual(['ADD 1', 'RESET 1']);
  });

  test('a state is the one before the first of several later changes', async () => {
    const { resume, put } = await interrupted(shown);
    await put('c/a', { shown: bool(false) });
    await put('c/a', { shown: bool(false), again: int(1) });
    expect(resume().heard).toEqual(['ADD 1', 'remove a [1]', 'CURRENT 1', 'NO_CHANGE']);
  });

  test('a token older than the history resets the target', async () => {
    const { resume, clock, put } = await interrupted(shown);
    for (const note of ['one', 'two']) {
      clock.now += 600_000;
      await put('d/x', { note: text(note) });
    }
    expect(resume().heard).toEqual([
      'ADD 1',
      'RESET 1',
      'change a [1]',
      'change b [1]',
      'change c [1]',
      'CURRENT 1',
      'NO_CHANGE',
    ]);
  });
});
