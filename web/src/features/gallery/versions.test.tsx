/** One photo, many versions: one card, a strip to choose from, comparisons, and what is asked of the server. */
import { PLAIN_RESULT } from '@heirlight/contract/adjustment';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { creditsStore } from '../../domain/account/creditsStore';
import type { Domain } from '../../domain/domain';
import { lookAt, lookAtStore } from '../../domain/photos/lookAt';
import { type Photo, photosStore } from '../../domain/photos/photosStore';
import { pictureShownStore } from '../../lib/firstPicture';
import { deferred } from '../../test/deferred';
import { fakeDomain } from '../../test/fakeDomain';
import { renderThemed } from '../../test/renderThemed';
import { aPhoto } from '../../test/samples';
import { chosenVersionsStore } from './chosenVersions';
import Gallery from './Gallery';

const deletePhoto = jest.fn<Domain['photos']['deletePhoto']>();
const restoreAgain = jest.fn<Domain['photos']['restoreAgain']>();
const chooseFavourite = jest.fn<Domain['photos']['chooseFavourite']>();
const describePhoto = jest.fn<Domain['photos']['describePhoto']>();
const { domain } = fakeDomain();
const asked = { ...domain, photos: { ...domain.photos, deletePhoto, restoreAgain, chooseFavourite, describePhoto } };

const at = (minute: number) => new Date(2026, 10, 20, 14, minute);
const first = aPhoto({
  id: 'a',
  group_id: 'a',
  name: 'Rosa',
  created_at: at(1),
  original_url: 'upload',
  restored_url: 'a-result',
});
const second = aPhoto({
  id: 'b',
  group_id: 'a',
  name: 'Rosa',
  created_at: at(2),
  tool: 'colorize',
  original_url: 'copy',
  restored_url: 'b-result',
});
const running: Photo = {
  ...second,
  id: 'c',
  created_at: at(3),
  tool: 'photoscaler',
  status: 'processing',
  restored_url: null,
};

const list = (photos: Photo[]) => act(() => photosStore.set({ status: 'ready', photos, hasMore: false }));
const show = (photos: Photo[]) => {
  list(photos);
  return renderThemed(<Gallery />, asked);
};
const strip = () => within(screen.getByRole('group', { name: 'Versions of Rosa' }));
const chosen = () => strip().getByRole('button', { pressed: true }).textContent;
const sources = () =>
  [screen.getByAltText(/^Before/), screen.getByAltText(/^After/)].map((image) => image.getAttribute('src'));
const openMenu = () => userEvent.click(screen.getByRole('button', { name: 'More, Rosa' }));
const pick = async (name: string) => {
  await openMenu();
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

beforeEach(() => {
  jest.resetAllMocks();
  lookAtStore.set(null);
  chosenVersionsStore.set({});
  creditsStore.set({ status: 'ready', restoresAvailable: 1 });
  Element.prototype.scrollIntoView = jest.fn();
});

test('one card shows the favourite, else the newest result; the strip chooses another', async () => {
  show([second, first]);
  expect(screen.getAllByRole('article')).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'Rosa', level: 4 })).toBeTruthy();
  expect(
    strip()
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Original', 'DeepRestore', 'Colorize']);
  expect([chosen(), sources()]).toEqual(['Colorize', ['copy', 'b-result']]);
  await userEvent.click(strip().getByRole('button', { name: 'DeepRestore' }));
  expect([chosen(), sources()]).toEqual(['DeepRestore', ['upload', 'a-result']]);
  await userEvent.click(strip().getByRole('button', { name: 'Original' }));
  expect(chosen()).toBe('Original');
  expect(screen.getByRole('slider').getAttribute('aria-valuenow')).toBe('100');
});

test('the favourite is marked, chosen in the menu, and taken back there', async () => {
  const { unmount } = show([second, { ...first, is_favourite: true }]);
  expect(chosen()).toBe('DeepRestore');
  expect(strip().getByRole('button', { name: 'DeepRestore, favorite' })).toBeTruthy();
  await pick('No Longer the Favorite');
  expect(chooseFavourite).toHaveBeenCalledWith(expect.objectContaining({ id: 'a' }), false);
  unmount();
  show([second, first]);
  await pick('Make Favorite');
  expect(chooseFavourite).toHaveBeenLastCalledWith(second, true);
});

test('an adjusted version says so, as long as it is compared with the original it was mixed with', () => {
  const adjustment = { ...PLAIN_RESULT, colour: 0.5, original_url: 'upload' };
  // What was made of a result is compared with the upload.
  const made: Photo = { ...second, source_version: 'restored', adjustment };
  const { unmount } = show([made, { ...first, adjustment }]);
  expect(strip().getByRole('button', { name: 'DeepRestore, adjusted' }).textContent).toBe('DeepRestoreadjusted');
  expect(strip().getByRole('button', { name: 'continued with Colorize, adjusted' })).toBeTruthy();
  unmount();
  show([made, { ...first, source_version: 'restored', adjustment: { ...adjustment, original_url: 'gone' } }]);
  expect(strip().queryByRole('button', { name: /adjusted/ })).toBeNull();
});

test('a card says below its picture that the version it shows is adjusted, even if there is no other one', () => {
  const adjustment = { ...PLAIN_RESULT, colour: 0.5, original_url: 'upload' };
  const caption = () => screen.getByText(/^Uploaded/).textContent;
  show([{ ...first, adjustment }]);
  expect(caption()).toMatch(/DeepRestore, adjusted$/);
  list([{ ...first, adjustment: { ...adjustment, original_url: 'gone' } }]);
  expect(caption()).toMatch(/DeepRestore$/);
  // Made of a result: it is mixed with the upload, and only the version that is shown counts.
  list([{ ...second, source_version: 'restored', adjustment }, first]);
  expect(caption()).toMatch(/Colorize, adjusted$/);
  list([second, { ...first, adjustment }]);
  expect(caption()).toMatch(/Colorize$/);
});

test('a photo is shown as it is adjusted once that is made, and as it was restored where it cannot be', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const close = () => undefined;
  pictureShownStore.set(true);
  const { buffer } = Uint8Array.from([0xff, 0xd8, 0xff, 0xda, 0, 0, 0, 0, 0, 0, 0, 0]);
  const jpeg = { type: 'image/jpeg', size: 12, slice: () => jpeg, arrayBuffer: async () => buffer } as unknown as Blob;
  globalThis.fetch = jest.fn(async () => ({ ok: true, blob: async () => jpeg }) as Response);
  Object.assign(globalThis, {
    createImageBitmap: jest.fn(async () => ({ width: 4, height: 4, close })),
    ImageData: jest.fn(),
  });
  const data = new Uint8ClampedArray(4 * 4 * 4);
  const context = { drawImage: close, putImageData: close, getImageData: () => ({ data }) };
  HTMLCanvasElement.prototype.getContext = jest.fn(() => context) as never;
  HTMLCanvasElement.prototype.toBlob = (done) => done(jpeg);
  Object.assign(URL, { createObjectURL: jest.fn(() => 'blob:adjusted'), revokeObjectURL: jest.fn() });
  const after = () => sources()[1];

  const { unmount } = show([first]);
  await act(async () => undefined);
  expect(fetch).not.toHaveBeenCalled();
  const adjustment = { ...PLAIN_RESULT, colour: 0.25, original_url: 'upload' };
  list([{ ...first, adjustment }]);
  expect(after()).toBe('a-result');
  await waitFor(() => expect(after()).toBe('blob:adjusted'));
  // It is made once.
  unmount();
  show([{ ...first, adjustment: { ...adjustment } }]);
  await waitFor(() => expect(after()).toBe('blob:adjusted'));
  // In the strip and in a dialog, too.
  list([
    { ...second, is_favourite: true },
    { ...first, adjustment },
  ]);
  const pictures = (within: HTMLElement) =>
    [...within.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  await waitFor(() => {
    const [version] = strip().getAllByRole('button', { name: 'DeepRestore, adjusted' });
    expect(version && pictures(version)).toEqual(['blob:adjusted']);
  });
  await userEvent.click(strip().getByRole('button', { name: 'DeepRestore, adjusted' }));
  await userEvent.click(screen.getByRole('button', { name: /^Delete/ }));
  await waitFor(() => expect(pictures(screen.getByRole('dialog'))).toEqual(['blob:adjusted']));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(fetch).toHaveBeenCalledTimes(2);

  globalThis.fetch = jest.fn<typeof fetch>().mockRejectedValue(new TypeError('no network'));
  list([{ ...first, adjustment: { ...adjustment, colour: 0 } }]);
  await waitFor(() => expect(after()).toBe('a-result'));
  list([first]);
  expect(after()).toBe('a-result');
  log.mockRestore();
});

test('a new version slides into its card, which is scrolled to, and stays shown when it is done', () => {
  show([{ ...second, is_favourite: true }, first]);
  const card = screen.getByRole('article');
  act(() => lookAt('c'));
  expect(Element.prototype.scrollIntoView).not.toHaveBeenCalled();
  list([running, { ...second, is_favourite: true }, first]);
  expect(screen.getByRole('article')).toBe(card);
  expect(card.dataset).toMatchObject({ photo: 'c', status: 'processing' });
  expect(strip().getByRole('button', { name: 'PhotoScaler, being restored' })).toBeTruthy();
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(1);
  expect(lookAtStore.get()).toBeNull();
  list([{ ...running, status: 'succeeded', restored_url: 'c-result' }, { ...second, is_favourite: true }, first]);
  expect([chosen(), sources()]).toEqual(['PhotoScaler', ['copy', 'c-result']]);
});

test('a version that goes leaves the others; the card shows the next best', () => {
  show([running, second, first]);
  expect(chosen()).toBe('PhotoScaler');
  list([second, first]);
  expect(chosen()).toBe('Colorize');
  list([first]);
  expect(screen.queryByRole('group', { name: /^Versions/ })).toBeNull();
  expect(screen.getByRole('article').dataset.photo).toBe('a');
});

test('the strip is scrolled to the version that is shown, as far as it has to be', () => {
  // Each choice is 64 px wide, and the strip 100.
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const all = [...(this.parentElement?.querySelectorAll('[aria-pressed]') ?? [])];
    const scrolled = this.parentElement?.scrollLeft ?? 0;
    return this.matches('[aria-pressed]')
      ? new DOMRect(64 * all.indexOf(this) - scrolled, 0, 64, 64)
      : new DOMRect(0, 0, 100, 64);
  });
  show([second, first]);
  expect(chosen()).toBe('Colorize');
  expect(screen.getByRole('group', { name: 'Versions of Rosa' }).scrollLeft).toBe(96);
  list([second, { ...first, is_favourite: true }]);
  expect(chosen()).toBe('DeepRestore');
  expect(screen.getByRole('group', { name: 'Versions of Rosa' }).scrollLeft).toBe(60);
  jest.restoreAllMocks();
});

test('any two versions can be compared', async () => {
  show([second, first]);
  await openMenu();
  expect(
    (await screen.findByRole('menuitemradio', { name: 'Compare with Original' })).getAttribute('aria-checked'),
  ).toBe('true');
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Compare with DeepRestore' }));
  expect(sources()).toEqual(['a-result', 'b-result']);
});

test('continuing from a version restores its result; what it has been through is marked', async () => {
  restoreAgain.mockResolvedValue(true);
  show([second, first]);
  await pick('Continue From This Result');
  const dialog = within(await screen.findByRole('dialog', { name: 'Continue From This Result' }));
  expect(dialog.getByRole('img', { name: /as it goes into the restore/ }).getAttribute('src')).toBe('b-result');
  expect(dialog.getByRole('tab', { name: 'Colorize (used)' })).toBeTruthy();
  expect(dialog.getByRole('tab', { selected: true }).textContent).toBe('DeepRestore');
  expect(dialog.getByText('Uses 1 of your 1 restore')).toBeTruthy();
  await userEvent.click(dialog.getByRole('tab', { name: 'PhotoScaler' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Restore Photo' }));
  expect(restoreAgain).toHaveBeenCalledWith(
    expect.objectContaining({ photoId: 'b', toolId: 'photoscaler', version: 'restored' }),
  );
});

test('a tool that only continued from a result is not marked as used on the upload', async () => {
  const next: Photo = { ...running, status: 'succeeded', restored_url: 'c-result', source_version: 'restored' };
  show([next, second, first]);
  await pick('Try Another Tool');
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore With Another Tool' }));
  expect(dialog.getByRole('tab', { name: 'Colorize (used)' })).toBeTruthy();
  expect(dialog.getByRole('tab', { selected: true }).textContent).toBe('PhotoScaler');
});

test('a continued version is compared with the upload', () => {
  const next: Photo = { ...running, status: 'succeeded', restored_url: 'c-result', source_version: 'restored' };
  show([next, second, first]);
  expect(sources()).toEqual(['upload', 'c-result']);
  expect(strip().getByRole('button', { name: 'continued with PhotoScaler' }).textContent).toBe('+ PhotoScaler');
});

test('a failed photo is tried again for nothing: the dialog says so, at a balance of 0 too', async () => {
  restoreAgain.mockResolvedValue(true);
  creditsStore.set({ status: 'ready', restoresAvailable: 0 });
  const failed: Photo = {
    ...first,
    status: 'failed',
    restored_url: null,
    error: { code: 'provider_failed', detail: '' },
  };
  show([failed]);
  expect(screen.getByText('Free: this restore is still yours.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try Again, Rosa' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Try Again' }));
  expect(dialog.getByText('Free: uses none of your restores')).toBeTruthy();
  // What failed is tried again as it was.
  expect(dialog.getByRole('tab', { selected: true }).textContent).toBe('DeepRestore');
  await userEvent.click(dialog.getByRole('button', { name: 'Restore Photo' }));
  expect(restoreAgain).toHaveBeenCalledWith(
    expect.objectContaining({ photoId: 'a', toolId: 'deeprestore', isFree: true }),
  );
});

test('one that was given back and brought back is tried again for a restore, and says so', async () => {
  creditsStore.set({ status: 'ready', restoresAvailable: 2 });
  show([{ ...first, status: 'failed', restored_url: null, is_refunded: true }]);
  expect(screen.queryByText('Free: this restore is still yours.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Try Again, Rosa' }));
  expect(await screen.findByText(/^The restore failed, and was given back/)).toBeTruthy();
  expect(screen.getByText(/^Uses 1 .*restore/)).toBeTruthy();
  expect(screen.queryByText(/^Free/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Restore Photo' }));
  expect(restoreAgain).toHaveBeenCalledWith(expect.not.objectContaining({ isFree: true }));
});

test('without a restore another version says that it needs one', async () => {
  creditsStore.set({ status: 'ready', restoresAvailable: 0 });
  show([first]);
  await pick('Try Another Tool');
  expect(await screen.findByText('Uses 1 restore. You have none left.')).toBeTruthy();
});

test('deleting asks which: this version, or all with the original', async () => {
  deletePhoto.mockReturnValue(deferred<boolean>().promise);
  show([second, first]);
  const ask = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Delete, Rosa' }));
    return within(await screen.findByRole('dialog', { name: 'Delete this restored photo?' }));
  };
  const dialog = await ask();
  expect(dialog.getByText('This removes the version by Colorize. The other versions stay.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Delete All 2 Versions' }));
  expect(deletePhoto).toHaveBeenCalledWith('b', ['b', 'a']);
  await userEvent.click(dialog.getByRole('button', { name: 'Delete This Version' }));
  expect(deletePhoto).toHaveBeenCalledTimes(1);
});

test('the only version with the upload says that the original goes', async () => {
  show([{ ...second, source_version: 'restored' }, first]);
  await userEvent.click(strip().getByRole('button', { name: 'DeepRestore' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete, Rosa' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/by DeepRestore, and the original goes too/)).toBeTruthy();
});

test('of two versions by one tool the dialogs name the one that is meant, as the strip does', async () => {
  show([{ ...second, tool: first.tool }, first]);
  await userEvent.click(screen.getByRole('button', { name: 'Delete, Rosa' }));
  await screen.findByText('This removes the version by DeepRestore 2. The other versions stay.');
  await userEvent.click(screen.getByRole('button', { name: 'Keep It' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await openMenu();
  await pick('Continue From This Result');
  expect(await screen.findByText(/^The next tool begins with this result of DeepRestore 2:/)).toBeTruthy();
});

test('name, date and caption are edited; what is too long is said at its field', async () => {
  describePhoto.mockResolvedValueOnce(false).mockResolvedValue(true);
  show([{ ...first, date_text: 'about 1943', caption: 'At the lake' }]);
  expect(screen.getByText('about 1943')).toBeTruthy();
  await pick('Edit Details');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Details' }));
  const date = dialog.getByRole('textbox', { name: 'Date' });
  await userEvent.clear(date);
  await userEvent.click(date);
  await userEvent.paste('x'.repeat(61));
  await userEvent.click(dialog.getByRole('button', { name: 'Save Details' }));
  expect(describePhoto).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(date);
  expect(date.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(date.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Please shorten this by 1 character.',
  );
  await userEvent.type(date, '{Backspace}');
  await userEvent.click(dialog.getByRole('button', { name: 'Save Details' }));
  expect(describePhoto).toHaveBeenCalledWith(expect.objectContaining({ id: 'a' }), {
    ...{ name: 'Rosa', dateText: 'x'.repeat(60), caption: 'At the lake' },
  });
  expect(screen.getByRole('dialog')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Save Details' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what another device writes about a photo meanwhile is shown in the details, and not written over', async () => {
  describePhoto.mockResolvedValue(true);
  show([first]);
  await pick('Edit Details');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Details' }));
  const field = (name: string) => dialog.getByRole('textbox', { name });
  await userEvent.clear(field('Name'));
  await userEvent.type(field('Name'), 'Rosa and Emil');
  const elsewhere = { ...first, name: 'Rose', date_text: 'about 1943', caption: 'At the lake' };
  act(() => photosStore.set({ status: 'ready', photos: [elsewhere], hasMore: false }));
  expect(field('Caption')).toHaveProperty('value', 'At the lake');
  expect(field('Name')).toHaveProperty('value', 'Rosa and Emil');
  await userEvent.click(dialog.getByRole('button', { name: 'Save Details' }));
  expect(describePhoto).toHaveBeenCalledWith(expect.objectContaining({ id: 'a' }), {
    ...{ name: 'Rosa and Emil', dateText: 'about 1943', caption: 'At the lake' },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what was typed into the details is not lost to a press beside the dialog, or to the Back of a phone', async () => {
  describePhoto.mockResolvedValue(true);
  show([first]);
  const details = () => screen.findByRole('dialog', { name: 'Edit Details' });
  const question = () => screen.findByRole('dialog', { name: 'Discard What You Wrote?' });
  await pick('Edit Details');
  await details();
  // Nothing was typed: nothing is asked.
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await pick('Edit Details');
  const caption = within(await details()).getByRole('textbox', { name: 'Caption' });
  await userEvent.click(caption);
  await userEvent.paste('At the lake');
  for (const leave of [() => userEvent.keyboard('{Escape}'), async () => history.back()]) {
    await act(async () => leave());
    await userEvent.click(within(await question()).getByRole('button', { name: 'Go On Writing' }));
    // Until it is gone: it still takes keys and presses while it fades, and hides the dialog below.
    expect(await details()).toBeTruthy();
    expect(caption).toHaveProperty('value', 'At the lake');
  }
  await userEvent.keyboard('{Escape}');
  await userEvent.click(within(await question()).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(describePhoto).not.toHaveBeenCalled();
});
