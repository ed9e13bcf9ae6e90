import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lastSeenStore } from '../../domain/account/lastSeen';
import type { Domain } from '../../domain/domain';
import { noteChange } from '../../domain/photos/changes';
import { lookAt } from '../../domain/photos/lookAt';
import { groupsOf } from '../../domain/photos/photoGroups';
import { type Photo, photosStore } from '../../domain/photos/photosStore';
import { sessionStore } from '../../domain/session/sessionStore';
import { fakeDomain } from '../../test/fakeDomain';
import { renderThemed } from '../../test/renderThemed';
import { aPhoto, aUser } from '../../test/samples';
import { byDate, yearHeadings } from './byDate';
import Gallery from './Gallery';

/** Uploaded in the order of their days of this month. */
const at = (day: number, id: string, more: Partial<Photo> = {}) =>
  aPhoto({ id, created_at: new Date(2026, 10, day), ...more });
const date = (day: string) => ({
  embedded: { date: day, title: null, caption: null, source_type: null, has_credentials: false, dpi: null },
});

describe('the order', () => {
  test('is by date, then unknown dates by upload; what is processing comes first; versions stay newest first', () => {
    const photos = [
      at(1, 'unknown'),
      at(2, 'june', { date_text: 'June 1943' }),
      at(3, 'day', date('1943-06-12')),
      at(4, 'newer unknown', { date_text: 'long ago' }),
      at(5, 'decade', { date_text: 'in the 1940s' }),
      at(6, 'second version', { date_text: 'June 1943', group_id: 'june' }),
      at(7, 'old', { date_text: '1899' }),
      at(8, 'again', { status: 'processing', date_text: '1950', group_id: 'fifty' }),
      at(9, 'fifty', { date_text: '1950' }),
    ];
    const ordered = byDate(photos);
    expect(ordered.map(({ id }) => id)).toEqual([
      ...['fifty', 'again', 'old', 'decade', 'second version', 'june', 'day'],
      ...['newer unknown', 'unknown'],
    ]);
    expect([...yearHeadings(groupsOf(ordered))]).toEqual([
      ['fifty', 'Being restored'],
      ['old', '1899'],
      ['decade', '1940'],
      ['june', '1943'],
      ['newer unknown', 'Date unknown'],
    ]);
  });
});

describe('in the gallery', () => {
  const { domain, plainFirestore } = fakeDomain();
  const { photosWithDate, readPhotos } = plainFirestore;
  const searchPhotos = jest.fn<Domain['photos']['searchPhotos']>();
  const [a, b] = [at(9, 'a', { date_text: '1950' }), at(8, 'b', { date_text: '1943' })];
  const far = at(1, 'far', { date_text: '1899' });
  const list = (photos: Photo[], hasMore = false) => act(() => photosStore.set({ status: 'ready', photos, hasMore }));
  const shown = () => [...document.querySelectorAll<HTMLElement>('[data-photo]')].map(({ dataset }) => dataset.photo);
  const years = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  const order = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Order of the photos' });
  const choose = (name: string) => userEvent.selectOptions(order(), name);
  const show = () => {
    return renderThemed(<Gallery />, {
      ...domain,
      session: { ...domain.session, ensureAuth: async () => undefined },
      photos: { ...domain.photos, searchPhotos },
    });
  };

  beforeEach(() => {
    lastSeenStore.set(null);
    sessionStore.set({ status: 'signedIn', user: aUser() });
    photosWithDate.mockReset().mockResolvedValue([far, b]);
    readPhotos.mockReset().mockResolvedValue([]);
  });

  test('a list that is whole is put in order without a request; the device remembers the choice', async () => {
    list([a, b]);
    const { unmount } = show();
    expect(shown()).toEqual(['a', 'b']);
    await choose('Date taken');
    expect(shown()).toEqual(['b', 'a']);
    expect(years()).toEqual(['1943', '1950']);
    unmount();
    show();
    await screen.findByRole('heading', { name: '1943' });
    expect(order().value).toBe('taken');
    list([a, b, at(1, 'c', { date_text: '1945' })]);
    expect(shown()).toEqual(['b', 'c', 'a']);
    await choose('Newest upload');
    expect(shown()).toEqual(['a', 'b', 'c']);
    expect(photosWithDate).not.toHaveBeenCalled();
  });

  test('photos that are not on the page are read, follow changes, and go when they are deleted', async () => {
    list([a, b], true);
    show();
    await choose('Date taken');
    expect(shown()).toEqual(['far', 'b', 'a']);
    expect(screen.queryByRole('button', { name: 'Show More Photos' })).toBeNull();
    list([a], true);
    expect(shown()).toEqual(['far', 'a']);
    photosWithDate.mockResolvedValue([{ ...far, date_text: '1960' }]);
    readPhotos.mockResolvedValue(Array.from({ length: 300 }, () => a));
    await act(async () => noteChange());
    expect(shown()).toEqual(['a', 'far']);
    expect(await screen.findByText(/^Shown are the 300 oldest photos with a date/)).toBeTruthy();
    await choose('Newest upload');
    expect(shown()).toEqual(['a']);
    expect(screen.queryByText(/^Shown are/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Show More Photos' })).toBeTruthy();
  });

  test('a failure says so and keeps the list as it is, until it is tried again', async () => {
    jest.spyOn(console, 'error').mockImplementationOnce(() => undefined);
    photosWithDate.mockRejectedValueOnce(new Error('lost'));
    list([a, b], true);
    show();
    await choose('Date taken');
    expect((await screen.findByRole('status')).textContent).toContain('Your photos could not be put in order.');
    expect(shown()).toEqual(['a', 'b']);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(shown()).toEqual(['far', 'b', 'a']);
    expect(screen.queryByRole('status')).toBeNull();
  });

  test('a photo to go to that is not drawn is looked for in the usual order', async () => {
    searchPhotos.mockResolvedValue([b]);
    list([a, b]);
    show();
    await choose('Date taken');
    await userEvent.type(screen.getByRole('searchbox'), 'rosa');
    await waitFor(() => expect(shown()).toEqual(['b']));
    expect(screen.queryByRole('heading', { name: '1943' })).toBeNull();
    Element.prototype.scrollIntoView = jest.fn();
    await act(async () => lookAt('a'));
    expect([order().value, shown()]).toEqual(['uploaded', ['a', 'b']]);
  });
});
