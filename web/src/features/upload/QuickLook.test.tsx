import type { ToolId } from '@heirlight/contract/tools';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { QuickLookMessage } from '../../domain/quickLook/quickLook';
import { renderThemed } from '../../test/renderThemed';
import { QuickLookButton, QuickLookPicture, QuickLookStatus } from './QuickLook';
import { useQuickLook } from './useQuickLook';

/** The worker that runs now; the test replies in its place. */
let worker: FakeWorker | null = null;
class FakeWorker {
  onmessage: (event: { data: QuickLookMessage }) => void = () => undefined;
  onerror: () => void = () => undefined;
  asked: unknown[] = [];
  isEnded = false;
  constructor() {
    worker = this;
  }
  postMessage(request: unknown) {
    this.asked.push(request);
  }
  terminate() {
    this.isEnded = true;
  }
}
const revokeObjectURL = jest.fn();
let urls = 0;
Object.assign(globalThis, { OffscreenCanvas: class {}, Worker: FakeWorker });
Object.assign(URL, { createObjectURL: () => `blob:${++urls}`, revokeObjectURL });

const photo = new Blob(['photo']);
const blob = new Blob(['picture']);
const OFFER = 'Quick look on this device, free, about 8 MB once';
const offer = () => screen.getByRole('button', { name: OFFER });
const reply = (data: QuickLookMessage) => act(async () => worker?.onmessage({ data }));

/** The parts as the dialog puts them together. */
function Parts({ of = photo, toolId = 'deeprestore' }: { of?: Blob | null; toolId?: ToolId }) {
  const look = useQuickLook(of, toolId);
  return (
    <>
      {look.state?.is === 'shown' && <QuickLookPicture {...look.state} />}
      <QuickLookStatus {...look} />
      <QuickLookButton {...look} />
    </>
  );
}
const draw = () => renderThemed(<Parts />);

beforeEach(() => {
  worker = null;
  urls = 0;
  revokeObjectURL.mockReset();
});

test('asks a worker when it is pressed, says how far it is, and shows both pictures with the focus on their slider', async () => {
  const { unmount } = draw();
  expect(worker).toBeNull();
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('');
  await userEvent.click(offer());
  expect(worker?.asked).toEqual([photo]);
  expect(screen.getByRole('status').textContent).toBe('Downloading the quick look. Your photo stays on this device.');
  await reply({ kind: 'working', percent: 40 });
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
  await reply({ kind: 'done', look: { before: blob, after: blob, width: 300, height: 400 } });
  expect(screen.getByRole('status')).toBe(status);
  expect(status.textContent).toMatch(/^Made on this device. Nothing was sent. .* larger model/);
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual(['blob:1', 'blob:2']);
  expect(document.activeElement).toBe(screen.getByRole('slider'));
  expect(screen.queryByRole('button')).toBeNull();
  expect(worker?.isEnded).toBe(true);
  unmount();
  expect(revokeObjectURL.mock.calls.map(([url]) => url)).toEqual(['blob:1', 'blob:2']);
});

test.each([
  ['unsupported', 'This browser cannot show a quick look.'],
  ['download', 'Check your connection, and try again.'],
  ['memory', 'This device has too little free memory'],
  ['nothing', 'A quick look finds nothing to change here.'],
  ['failed', 'There is no quick look at this photo.'],
] as const)('says in a sentence what went wrong (%s), and can be asked again', async (problem, words) => {
  draw();
  await userEvent.click(offer());
  await reply({ kind: 'failed', problem });
  expect(screen.getByRole('status').textContent).toContain(words);
  expect(worker?.isEnded).toBe(true);
  await userEvent.click(offer());
  expect(screen.getByRole('status').textContent).toContain('Downloading the quick look.');
});

test('a worker whose code does not come is a download that failed', async () => {
  draw();
  await userEvent.click(offer());
  await act(async () => worker?.onerror());
  expect(screen.getByRole('status').textContent).toContain('could not be downloaded');
});

test('ends its worker when it is stopped and when it goes, and shows nothing that comes after', async () => {
  const { unmount } = draw();
  await userEvent.click(offer());
  const first = worker;
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(first?.isEnded).toBe(true);
  await act(async () => first?.onmessage({ data: { kind: 'working', percent: 60 } }));
  expect(document.activeElement).toBe(offer());
  await userEvent.click(offer());
  const second = worker;
  unmount();
  expect(second?.isEnded).toBe(true);
  expect(urls).toBe(0);
});

test.each<[string, { of?: Blob | null; toolId?: ToolId }, boolean]>([
  ['photo', { of: new Blob(['another']) }, true],
  ['tool', { toolId: 'colorize' }, true],
  ['tool without a look', { toolId: 'pureface' }, false],
  ['start of the upload', { of: null }, false],
])('ends with another %s, and so does what it showed', async (_what, change, isOffered) => {
  const { rerender } = draw();
  await userEvent.click(offer());
  rerender(<Parts {...change} />);
  expect(worker?.isEnded).toBe(true);
  expect(screen.queryByRole('button', { name: OFFER }) !== null).toBe(isOffered);
  expect(screen.getByRole('status').textContent).toBe('');

  rerender(<Parts />);
  await userEvent.click(offer());
  await reply({ kind: 'done', look: { before: blob, after: blob, width: 3, height: 4 } });
  rerender(<Parts {...change} />);
  expect(screen.queryByRole('slider')).toBeNull();
  expect(revokeObjectURL).toHaveBeenCalledTimes(2);
});
