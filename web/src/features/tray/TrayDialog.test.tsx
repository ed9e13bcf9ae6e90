import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { creditsStore } from '../../domain/account/creditsStore';
import { askBeforeLogout, closeDialog, dialogStore, openDialog } from '../../domain/dialogs/dialogs';
import { trayUnsentStore } from '../../domain/draft/draft';
import { setTitleStore } from '../../domain/photos/background';
import { lookAtStore, toChooseStore } from '../../domain/photos/lookAt';
import { deliveringStore, NO_PHOTOS_YET, photosStore } from '../../domain/photos/photosStore';
import { setSentSet } from '../../domain/photos/sentSet';
import type { Quad } from '../../domain/prepare/quad';
import { sessionStore } from '../../domain/session/sessionStore';
import { dispatchTray, trayStore } from '../../domain/tray/trayStore';
import { connectivityStore } from '../../lib/connectivity';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { type Deferred, deferred } from '../../test/deferred';
import { fakeDomain } from '../../test/fakeDomain';
import { renderThemed } from '../../test/renderThemed';
import { aPhoto, aTrayRow, aUser } from '../../test/samples';
import { TRAY_SLOT_ID } from '../../ui/traySlot';
import TrayDialog from './TrayDialog';

/** Converts at once; there are no small pictures. */
class FakeWorker {
  onmessage: (event: { data: object | null }) => void = () => undefined;
  constructor(private readonly url: URL) {}
  postMessage() {
    const isConversion = this.url.pathname.includes('convertWorker');
    const data = isConversion ? { blob: new Blob(['jpeg']), madeSmaller: null, scale: 1 } : null;
    queueMicrotask(() => this.onmessage({ data }));
  }
  terminate() {}
}
Object.assign(globalThis, { OffscreenCanvas: class {}, Worker: FakeWorker });
Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });

let toasts: Toast[] = [];
subscribeToasts((message) => toasts.push(message));
let answers: Deferred<string>[];

const add = (count: number) => {
  const rows = Array.from({ length: count }, (_, index) =>
    aTrayRow(`id${index}`, { file: new File(['x'], `${index}.jpg`) }),
  );
  act(() => {
    dispatchTray({ type: 'added', rows });
    openDialog('tray');
  });
};
const slot = () => within(document.getElementById(TRAY_SLOT_ID) as HTMLElement);
const isLeavingWarned = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => {
  toasts = [];
  answers = [];
  sessionStore.set({ status: 'signedIn', user: aUser() });
  deliveringStore.set(true);
  photosStore.set(NO_PHOTOS_YET);
  setSentSet([]);
  creditsStore.set({ status: 'ready', restoresAvailable: 60 });
  document.body.innerHTML = `<div id="${TRAY_SLOT_ID}"></div>`;
  const fake = fakeDomain();
  fake.storage.uploadPhoto.mockImplementation(() => {
    const answer = deferred<string>();
    answers.push(answer);
    return answer.promise;
  });
  renderThemed(<TrayDialog />, fake.domain);
});
const leavingQuestion = () => screen.queryByRole('dialog', { name: 'Log Out Now?' });

afterEach(() => {
  act(() => dispatchTray({ type: 'cleared' }));
  cleanup();
  closeDialog();
});

test('says how many were too many, and closes when it is emptied', async () => {
  add(53);
  expect(screen.getByText('50 photos, uses 50 of your 60 restores.')).toBeTruthy();
  expect(screen.getByText(/^Up to 50 photos at once: 3 photos more are left out\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove All' }));
  await waitFor(() => expect(dialogStore.get().open).toBeNull());
});

test('the tool for all says so where photos have different ones, and choosing one sets all', () => {
  add(3);
  const forAll = screen.getByLabelText<HTMLSelectElement>('Tool for all photos');
  const shown = () => forAll.selectedOptions[0]?.text;
  const choose = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  expect(shown()).toBe('DeepRestore');
  choose('Tool for 1.jpg', 'colorize');
  expect(shown()).toBe('Each its own');
  expect(screen.getByText(/^Each photo has its own tool\./)).toBeTruthy();
  choose('Tool for all photos', 'deeprestore');
  expect(trayStore.get().rows.map(({ toolId }) => toolId)).toEqual(['deeprestore', 'deeprestore', 'deeprestore']);
  expect(shown()).toBe('DeepRestore');
  // Nor does it name another tool than theirs.
  for (const name of ['0.jpg', '1.jpg', '2.jpg']) choose(`Tool for ${name}`, 'photoscaler');
  expect(shown()).toBe('PhotoScaler');
  expect(screen.queryByText('Each its own')).toBeNull();
});

test('a row whose file is cut off says so before it is sent', () => {
  add(2);
  const seen = { print: null, prints: [], reason: null, isPartMissing: true };
  act(() => dispatchTray({ type: 'lookedAt', photoId: 'id1', seen }));
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows[0]).toContain('Ready');
  expect(rows[1]).toContain('A part of this file is missing. Only what is there is restored.');
});

test('closed with nothing in it that can be restored, it is empty, and no bar says that 0 photos wait', () => {
  add(1);
  const text = new File(['milk'], 'list.txt');
  act(() =>
    dispatchTray({
      type: 'added',
      rows: [aTrayRow('text', { file: text, state: { phase: 'refused', why: 'wrongType' } })],
    }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Remove 0.jpg' }));
  expect(screen.getByText('None of these files can be restored.')).toBeTruthy();
  act(() => closeDialog());
  expect(slot().queryByText(/wait/)).toBeNull();
  expect(trayStore.get().rows).toEqual([]);
});

test('closes when it starts; the bar says how far it is, leaving warns, and one toast names what failed', async () => {
  add(3);
  expect(isLeavingWarned()).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Restore 3 Photos' }));
  await waitFor(() => expect(answers).toHaveLength(3));
  expect(dialogStore.get().open).toBeNull();
  expect(slot().getByText('Uploading 1 of 3')).toBeTruthy();
  expect(isLeavingWarned()).toBe(true);
  await act(async () => answers[0]?.resolve('https://storage/photo'));
  await waitFor(() => slot().getByText('Uploading 2 of 3'));
  await act(async () => answers[1]?.resolve('https://storage/photo'));
  await act(async () => answers[2]?.reject(new Error('It broke.')));
  await waitFor(() => slot().getByText('1 photo could not be sent'));
  expect(toasts).toEqual([
    {
      ...{ title: '2 of 3 photos are being restored', description: 'Not sent: 2.jpg.', destructive: true },
      action: expect.objectContaining({ label: 'Show' }),
    },
  ]);
  expect(isLeavingWarned()).toBe(false);
  expect(trayStore.get().rows.map(({ photoId }) => photoId)).toEqual(['id2']);
});

test('without a connection its bar, the tab and its rows say that it waits', async () => {
  add(3);
  fireEvent.click(screen.getByRole('button', { name: 'Restore 3 Photos' }));
  await waitFor(() => expect(answers).toHaveLength(3));
  await act(async () => answers[0]?.resolve('https://storage/photo'));
  await waitFor(() => slot().getByText('Uploading 2 of 3'));
  act(() => connectivityStore.set('offline'));
  expect(slot().getByText('Waits for the connection: 1 of 3 sent')).toBeTruthy();
  expect(setTitleStore.get()).toBe('Waits for the connection: 1 of 3 sent');
  fireEvent.click(slot().getByText('Show'));
  expect(screen.getAllByText('Waits for the connection')).toHaveLength(2);
  act(() => connectivityStore.set('back'));
  expect(setTitleStore.get()).toBe('Uploading 2 of 3');
  act(() => connectivityStore.set('online'));
});

test('can be paused from the bar, and one toast tells how all of them have ended', async () => {
  add(4);
  fireEvent.click(screen.getByRole('button', { name: 'Restore 4 Photos' }));
  await waitFor(() => expect(answers).toHaveLength(3));
  fireEvent.click(slot().getByText('Pause'));
  expect(slot().getByText('Paused: 0 of 4 sent')).toBeTruthy();
  await act(async () => answers[0]?.resolve('https://storage/photo'));
  await waitFor(() => slot().getByText('Paused: 1 of 4 sent'));
  expect(answers).toHaveLength(3);
  fireEvent.click(slot().getByText('Go On'));
  await waitFor(() => expect(answers).toHaveLength(4));
  await act(async () => {
    for (const answer of answers) answer.resolve('https://storage/photo');
  });
  await waitFor(() => expect(trayStore.get().rows).toEqual([]));
  toasts = [];
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const end = (id: string, status: 'succeeded' | 'failed' = 'succeeded') => aPhoto({ id, status });
  const photos = [end('id3'), end('id2', 'failed'), end('id1'), end('id0')];
  act(() => photosStore.set({ status: 'ready', photos, hasMore: false }));
  expect(toasts.map(({ title, description }) => `${title}. ${description}`)).toEqual([
    '3 of 4 photos restored. Delete a photo that failed, and its restore is given back.',
  ]);
  expect(setTitleStore.get()).toBe('3 of 4 photos restored');
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(setTitleStore.get()).toBeNull();
  toasts[0]?.action?.run();
  expect(lookAtStore.get()).toBe('id3');
  expect([...toChooseStore.get()].sort()).toEqual(['id0', 'id1', 'id2', 'id3']);
  toChooseStore.set([]);
});

test('that all of them have failed is told in the tab, too, if nobody looks', async () => {
  add(2);
  fireEvent.click(screen.getByRole('button', { name: 'Restore 2 Photos' }));
  await waitFor(() => expect(answers).toHaveLength(2));
  await act(async () => {
    for (const answer of answers) answer.resolve('https://storage/photo');
  });
  await waitFor(() => expect(trayStore.get().rows).toEqual([]));
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const photos = ['id1', 'id0'].map((id) => aPhoto({ id, status: 'failed' }));
  act(() => photosStore.set({ status: 'ready', photos, hasMore: false }));
  expect(setTitleStore.get()).toBe('0 of 2 photos restored');
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
});

test('of a paused tray all goes but what is sent already, which the button says, and nothing is lost', async () => {
  add(3);
  fireEvent.click(screen.getByRole('button', { name: 'Restore 3 Photos' }));
  await waitFor(() => expect(answers).toHaveLength(3));
  act(() => {
    const state = { phase: 'uploading', percent: 100, isUnanswered: true } as const;
    dispatchTray({ type: 'changed', photoId: 'id0', state });
    openDialog('tray');
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Pause' }));
  expect(screen.queryByRole('button', { name: 'Remove All' })).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Remove All Not Sent Yet' }));
  expect(trayStore.get().rows.map(({ photoId }) => photoId)).toEqual(['id0']);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull());
  await act(async () => {
    answers[0]?.resolve('https://storage/photo');
    for (const answer of answers.slice(1)) answer.reject(new DOMException('', 'AbortError'));
  });
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['1 photo is being restored']));
});

test('signed out it asks for a login, and stays', async () => {
  add(2);
  act(() => sessionStore.set({ status: 'signedOut' }));
  add(2);
  fireEvent.click(screen.getByRole('button', { name: 'Restore 2 Photos' }));
  await waitFor(() => expect(dialogStore.get().open).toBe('login'));
  expect(toasts.map(({ title }) => title)).toEqual(['Please log in first! 🔐']);
  expect(trayStore.get().rows).toHaveLength(2);
});

test('a logout asks while photos are not sent: whoever stays keeps them, whoever leaves drops them', async () => {
  add(2);
  act(closeDialog);
  expect(trayUnsentStore.get()).toBe(2);
  act(askBeforeLogout);
  expect(
    within(leavingQuestion() as HTMLElement).getByText(/^2 photos are not sent yet. If you log out now/),
  ).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Restore several photos' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Stay Logged In' }));
  await waitFor(() => expect(leavingQuestion()).toBeNull());
  expect(trayStore.get().rows).toHaveLength(2);
  expect(sessionStore.get().status).toBe('signedIn');

  act(askBeforeLogout);
  fireEvent.click(screen.getByRole('button', { name: 'Log Out' }));
  await waitFor(() => expect(sessionStore.get().status).toBe('signedOut'));
  await waitFor(() => expect(leavingQuestion()).toBeNull());
  expect(trayStore.get().rows).toEqual([]);
  expect(trayUnsentStore.get()).toBe(0);
});

/** Of this user, in another window. */
const keepDraft = () => {
  const entry = new FormData();
  entry.append('photo', new File(['x'], 'a.jpg'));
  entry.append('label', JSON.stringify({ keptAt: 0, tab: 'another', userId: aUser().id }));
  const match = async () => ({ formData: async () => entry });
  Object.assign(globalThis, { caches: { keys: async () => ['kept-photo'], match, delete: async () => true } });
};

test('what waits in other windows is asked about, too; with nothing there the logout goes on', async () => {
  keepDraft();
  act(askBeforeLogout);
  const question = within(await screen.findByRole('dialog', { name: 'Log Out Now?' }));
  expect(
    question.getByText(/^1 photo is not sent yet. It waits in another window, or since an earlier visit. If you/),
  ).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Stay Logged In' }));
  await waitFor(() => expect(leavingQuestion()).toBeNull());
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  add(2);
  act(askBeforeLogout);
  await screen.findByText(/^3 photos are not sent yet. 1 of them waits in another window, or .* If you/);
  act(closeDialog);
  act(() => dispatchTray({ type: 'cleared' }));
  jest.restoreAllMocks();
  expect(sessionStore.get().status).toBe('signedIn');

  Reflect.deleteProperty(globalThis, 'caches');
  act(askBeforeLogout);
  await waitFor(() => expect(sessionStore.get().status).toBe('signedOut'));
  expect(dialogStore.get().open).toBeNull();
  expect(toasts.at(-1)?.title).toBe('Logged Out Successfully!');
});

test('the question before a logout goes when nothing is left to send', async () => {
  add(1);
  act(askBeforeLogout);
  expect(within(leavingQuestion() as HTMLElement).getByText(/^1 photo is not sent yet/)).toBeTruthy();
  act(() => dispatchTray({ type: 'cleared' }));
  await waitFor(() => expect(leavingQuestion()).toBeNull());
  expect(dialogStore.get().open).toBeNull();
});

test('the open tray says how far it is, and that it is paused', () => {
  add(2);
  act(() => {
    dispatchTray({ type: 'started' });
    dispatchTray({ type: 'changed', photoId: 'id0', state: { phase: 'sent' } });
  });
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('status').textContent).toBe('Uploading 2 of 2');
  act(() => dispatchTray({ type: 'paused', isPaused: true }));
  expect(dialog.getByRole('status').textContent).toBe('Paused: 1 of 2 sent');
});

test('the tray that is closed leaves its bar in sight: the landing page is taller than a phone, a gallery stays where it is', async () => {
  const scrolled = jest.fn();
  Element.prototype.scrollIntoView = scrolled;
  act(() => photosStore.set({ status: 'ready', photos: [aPhoto()], hasMore: false }));
  add(1);
  act(() => closeDialog());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(scrolled).not.toHaveBeenCalled();
  act(() => photosStore.set(NO_PHOTOS_YET));
  act(() => openDialog('tray'));
  act(() => closeDialog());
  await waitFor(() => expect(scrolled.mock.contexts).toEqual([document.getElementById(TRAY_SLOT_ID)]));
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

test('the bar is brought into sight when the packs, opened from the tray, are closed; an empty tray moves nothing', async () => {
  const scrolled = jest.fn();
  Element.prototype.scrollIntoView = scrolled;
  act(() => creditsStore.set({ status: 'ready', restoresAvailable: 0 }));
  add(1);
  fireEvent.click(screen.getByRole('button', { name: 'See Plans' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(scrolled).not.toHaveBeenCalled();
  act(() => closeDialog());
  await waitFor(() => expect(scrolled.mock.contexts).toEqual([document.getElementById(TRAY_SLOT_ID)]));
  act(() => openDialog('tray'));
  fireEvent.click(screen.getByRole('button', { name: 'Remove All' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(scrolled).toHaveBeenCalledTimes(1);
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

test('a button that goes when it is pressed leaves the focus beside it', () => {
  add(2);
  const print: Quad = [
    { x: 0.2, y: 0.1 },
    { x: 0.8, y: 0.1 },
    { x: 0.8, y: 0.9 },
    { x: 0.2, y: 0.9 },
  ];
  for (const photoId of ['id0', 'id1']) {
    const seen = { print, prints: [], reason: 'grey', isPartMissing: false } as const;
    act(() => dispatchTray({ type: 'lookedAt', photoId, seen }));
  }
  const press = (name: string | RegExp) => {
    const button = screen.getByRole('button', { name });
    button.focus();
    fireEvent.click(button);
    expect(button.isConnected).toBe(false);
  };
  press(/^Straighten.*0\.jpg/);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Undo.*0\.jpg/ }).closest('li'));
  press(/^Undo.*0\.jpg/);
  press(/^Suggested.*0\.jpg/);
  expect(document.activeElement).toBe(screen.getAllByRole('listitem')[0]);
  press('Straighten 2 Prints');
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Your photos' }));
});

test('what went wrong with a photo is told beside what can be done for it', () => {
  add(2);
  const seen = { print: null, prints: [], reason: 'grey' as const };
  act(() => {
    dispatchTray({ type: 'lookedAt', photoId: 'id0', seen });
    dispatchTray({ type: 'changed', photoId: 'id0', state: { phase: 'failed', why: 'The upload was refused.' } });
    dispatchTray({ type: 'lookedAt', photoId: 'id1', seen: { ...seen, isPartMissing: true } });
  });
  const rows = screen.getAllByRole('listitem');
  expect(rows[0]!.textContent).toMatch(/The upload was refused\..*Suggested:/);
  expect(rows[1]!.textContent).toMatch(/A part of this file is missing\..*Suggested:/);
});
