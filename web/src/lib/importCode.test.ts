import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { importCode, LOST_CODE } from './importCode';

const fetched = jest.fn<typeof fetch>();
const run = jest.fn(async () => 'the code');
const lost = jest.fn();
const answer = (status: number) => ({ ok: status < 400, status, blob: async () => new Blob() }) as Response;

beforeEach(() => {
  jest.resetAllMocks();
  globalThis.fetch = fetched;
  fetched.mockImplementation(async () => answer(200));
  run.mockResolvedValue('the code');
  window.addEventListener(LOST_CODE, lost);
});
afterEach(() => {
  window.removeEventListener(LOST_CODE, lost);
  document.head.replaceChildren();
});

test('a file that cannot be downloaded is not imported, which no browser would try again; the next call downloads it', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(importCode(run, ['a.js', 'b.js'])).rejects.toThrow('Failed to fetch');
  expect(run).not.toHaveBeenCalled();
  expect(lost).toHaveBeenCalledTimes(1);
  await expect(importCode(run, ['a.js', 'b.js'])).resolves.toBe('the code');
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/a.js', '/b.js', '/a.js']);
  expect(lost).toHaveBeenCalledTimes(1);
});

test('a file that a deploy has replaced is told as lost', async () => {
  fetched.mockResolvedValueOnce(answer(404));
  await expect(importCode(run, ['gone.js'])).rejects.toThrow('/gone.js: status 404');
  expect(run).not.toHaveBeenCalled();
  expect(lost).toHaveBeenCalledTimes(1);
});

test('what the import itself throws is told as lost', async () => {
  run.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  await expect(importCode(run, [])).rejects.toThrow('dynamically');
  expect(lost).toHaveBeenCalledTimes(1);
});

test('two that need the same file download it once', async () => {
  await Promise.all([importCode(run, ['c.js', 'shared.js']), importCode(run, ['d.js', 'shared.js'])]);
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/c.js', '/shared.js', '/d.js']);
});

test('what the page has a link for is not downloaded twice', async () => {
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/page.js' }),
    Object.assign(document.createElement('link'), { rel: 'prefetch', href: '/later.js' }),
  );
  await importCode(run, ['page.js', 'later.js']);
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/later.js']);
});
