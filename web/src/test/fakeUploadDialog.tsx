import { setImmediate as nextTask } from 'node:timers/promises';
import { afterEach, beforeEach, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { creditsStore } from '../domain/account/creditsStore';
import { clearQueue } from '../domain/draft/draft';
import { deliveringStore } from '../domain/photos/photosStore';
import type { Quad } from '../domain/prepare/quad';
import type { Reason } from '../domain/prepare/suggest/reasons';
import { sessionStore } from '../domain/session/sessionStore';
import { requestUpload } from '../domain/upload/requestUpload';
import UploadDialog from '../features/upload/UploadDialog';
import { subscribeToasts, type Toast } from '../lib/toast';
import { fakeDomain } from './fakeDomain';
import { pictureFile, pngBytes } from './pictureBytes';
import { renderThemed } from './renderThemed';
import { aUser } from './samples';

export const onUploadSuccess = jest.fn();
export const toasts: Toast[] = [];
/** The domain of the current test. */
export let fake: ReturnType<typeof fakeDomain>;

const jpeg = new Blob(['jpeg'], { type: 'image/jpeg' });
/** What the browser's workers reply: the print and the reason for a tool found in the picture, and the converted picture. */
export const device: {
  print: Quad | null;
  prints: readonly Quad[];
  reason: Reason | null;
  convert(request: unknown): Promise<object>;
} = { print: null, prints: [], reason: null, convert: async () => ({ blob: jpeg }) };
const usual = { ...device };
/** What the worker that looks at pictures was asked. */
export const inspections: unknown[] = [];

class FakeWorker {
  onmessage: (event: { data: object | null }) => void = () => undefined;
  constructor(private readonly url: URL) {}
  postMessage(request: unknown) {
    const isLook = this.url.pathname.includes('inspectWorker');
    if (isLook) inspections.push(request);
    const { print, prints, reason } = device;
    const reply = isLook ? Promise.resolve({ print, prints, reason }) : device.convert(request);
    void reply.then((data) => this.onmessage({ data }));
  }
  terminate() {}
}

export const [createObjectURL, revokeObjectURL] = [jest.fn((_: Blob) => 'blob:1'), jest.fn()];

/** Before each test of a file: the dialog is open, and a user `u1` with one restore is signed in. */
export function beginUploadDialog(): void {
  let stopToasts: () => void;
  Object.assign(globalThis, { OffscreenCanvas: class {}, Worker: FakeWorker });
  Object.assign(URL, { createObjectURL, revokeObjectURL });
  beforeEach(() => {
    Object.assign(device, usual);
    fake = fakeDomain();
    toasts.length = 0;
    stopToasts = subscribeToasts((message) => toasts.push(message));
    onUploadSuccess.mockReset();
    act(() => {
      deliveringStore.set(true);
      sessionStore.set({ status: 'signedIn', user: aUser({ id: 'u1' }) });
      creditsStore.set({ status: 'ready', restoresAvailable: 1 });
      requestUpload();
    });
    renderThemed(<UploadDialog onUploadSuccess={onUploadSuccess} />, fake.domain);
  });
  afterEach(() => {
    stopToasts();
    act(clearQueue);
    jest.useRealTimers();
  });
}

export const photo = () => pictureFile(pngBytes(640, 480), 'grandma.png', 'image/png');
export const picker = () => screen.getByLabelText<HTMLInputElement>(/Choose a photo$/);
export const pick = async () => {
  await userEvent.upload(picker(), photo());
  await screen.findByAltText('Your photo, before the restore');
};
export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** Passes fake time. Reading the file takes real time as well. */
export async function passUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await nextTask();
    await act(() => jest.advanceTimersByTimeAsync(100));
  }
}
