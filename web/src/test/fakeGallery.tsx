import { beforeAll, beforeEach, jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Domain } from '../domain/domain';
import { type Photos, photosStore } from '../domain/photos/photosStore';
import Gallery from '../features/gallery/Gallery';
import { fakeDomain } from './fakeDomain';
import { renderThemed } from './renderThemed';

/** What the gallery asks of the domain. */
export const deletePhoto = jest.fn<Domain['photos']['deletePhoto']>();
export const restoreAgain = jest.fn<Domain['photos']['restoreAgain']>();
export const retry = jest.fn();
export const loadMore = jest.fn();
const { domain } = fakeDomain();
export const asked = { ...domain, photos: { ...domain.photos, deletePhoto, restoreAgain, retry, loadMore } };

/** Before the tests of a file: request ids are r1, r2, …; before each test nothing was asked. */
export function beginGallery(): void {
  beforeAll(() => {
    let ids = 0;
    Object.defineProperty(globalThis.crypto, 'randomUUID', { value: () => `r${++ids}`, configurable: true });
  });
  beforeEach(() => {
    jest.restoreAllMocks();
    jest.resetAllMocks();
  });
}

export const show = (feed: Partial<Photos>) => {
  act(() => photosStore.set({ status: 'ready', photos: [], hasMore: false, ...feed }));
  return renderThemed(<Gallery />, asked);
};

/** A button by its label; one of a card also says which photo it is about. */
export const labelled = (label: string) => new RegExp(`^${label}(,|$)`);
export const press = (label: string) => userEvent.click(screen.getByRole('button', { name: labelled(label) }));

/** Presses a button of a card, or an entry of its menu, and returns the dialog that it opens. */
export async function openBy(button: string, ...more: [] | ['menu']): Promise<HTMLElement> {
  if (more.length === 0) await press(button);
  else {
    await press('More');
    await userEvent.click(await screen.findByRole('menuitem', { name: button }));
  }
  return screen.findByRole('dialog');
}

/** Presses a button of the question before a restored photo is deleted. */
export async function confirm(button = 'Delete'): Promise<void> {
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: button }));
}
