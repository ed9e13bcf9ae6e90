import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, renderHook, screen, within } from '@testing-library/react';
import { openDialog } from '../../domain/dialogs/dialogs';
import { noteArrival } from '../../domain/photos/arrivals';
import { lookAt, lookAtStore } from '../../domain/photos/lookAt';
import { notificationsStore } from '../../domain/photos/notifications';
import { type Photo, photosStore } from '../../domain/photos/photosStore';
import { renderThemed } from '../../test/renderThemed';
import { aPhoto, shownAt } from '../../test/samples';
import Gallery from './Gallery';
import { useLookAt } from './useLookAt';

const START = new Date(2026, 10, 20, 14, 5);
const running = (more: Partial<Photo> = {}) =>
  aPhoto({ status: 'processing', restored_url: null, created_at: START, prediction_id: 'job', ...more });
const list = (...photos: Photo[]) => act(() => photosStore.set({ status: 'ready', photos, hasMore: false }));
const show = (...photos: Photo[]) => {
  list(...photos);
  return renderThemed(<Gallery />);
};
const pass = (seconds: number) => act(() => jest.advanceTimersByTime(seconds * 1000));
const card = () => screen.getByRole('article');

beforeEach(() => {
  jest.useFakeTimers({ now: START });
  notificationsStore.set('impossible');
});
afterEach(() => {
  jest.useRealTimers();
});

describe('the wait', () => {
  test('a blurred original, Processing..., how far it is, and what is done to it [spec 2.20, 2.21]', () => {
    const thumbnail = 'https://storage/small-before.webp';
    show(running({ progress_percent: 42, files: shownAt({ original: { thumbnail } }) }));
    expect(screen.getByAltText(/^Photo uploaded/).getAttribute('src')).toBe(thumbnail);
    expect(screen.getByText('Processing...')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Processing...' }).getAttribute('aria-valuenow')).toBe('42');
    expect(screen.getByText('Filling what is missing · 42%')).toBeTruthy();
    expect(card().querySelector<HTMLElement>('[data-developing]')?.style.getPropertyValue('--developed')).toBe('42%');
    expect(screen.queryByRole('slider')).toBeNull();
    expect(within(card()).queryByRole('button')).toBeNull();
  });

  test('the time that is left never grows, the picture never goes back, and neither says that it is done', () => {
    show(running());
    expect(card().textContent).toContain('About 40 seconds left');
    pass(10);
    list(running({ progress_percent: 50 }));
    expect(card().textContent).toContain('50%About 20 seconds left');
    // No report for a while: as many per cent have taken longer now.
    pass(4);
    expect(card().textContent).toContain('About 20 seconds left');
    list(running({ progress_percent: 45 }));
    expect(card().textContent).toContain('50%About 20 seconds left');
    pass(40);
    expect(card().textContent).toContain('Taking a little longer than usual');
    list(running({ progress_percent: 100 }));
    expect(card().textContent).toContain('99%Almost there');
    pass(100);
    expect(card().textContent).toContain('You can leave this page');
  });

  test('what waits for its turn says so, and for how many others', () => {
    const queued = (id: string, ageMs: number) =>
      running({ id, prediction_id: null, created_at: new Date(START.getTime() - ageMs) });
    show(queued('c', 0), queued('b', 10), queued('a', 20), running({ id: 'd' }));
    const texts = screen.getAllByRole('article').map(({ textContent }) => textContent);
    expect(texts[0]).toContain('Waiting for its turn: 2 of your photos before it');
    expect(texts[1]).toContain('Waiting for its turn: 1 of your photos before it');
    expect(texts[2]).toMatch(/Waiting for its turn(?!:)/);
    expect(texts[3]).toContain('Looking for scratches');
  });

  test('what waits for its turn for long is not nearly done; its time and its light begin when the restore does', () => {
    const developed = () =>
      card().querySelector<HTMLElement>('[data-developing]')?.style.getPropertyValue('--developed');
    show(running({ prediction_id: null }));
    expect(card().textContent).toContain('Waiting for its turnAbout 40 seconds left');
    pass(90);
    expect(card().textContent).toContain('Waiting for its turnYou can leave this page');
    expect(developed()).toBe('0%');
    list(running());
    expect(card().textContent).toContain('Looking for scratchesAbout 40 seconds left');
    pass(20);
    expect(card().textContent).toContain('About 20 seconds left');
    expect(developed()).toBe('50%');
  });

  test('screen readers hear each quarter once, and nothing of the seconds', () => {
    show(running({ progress_percent: 10 }));
    const said = () => screen.getByRole('status').textContent;
    expect(said()).toBe('');
    const heard = [30, 45, 50, 60].map((progress_percent) => {
      list(running({ progress_percent }));
      return said();
    });
    expect(heard).toEqual(['25% restored', '25% restored', '50% restored', '50% restored']);
  });

  test('a card beyond the window is drawn anew every ten seconds, and within a second when it is scrolled in', () => {
    const place = jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect');
    const scrollTo = (top: number) => place.mockReturnValue(new DOMRect(0, top, 300, 300));
    try {
      show(running());
      const developed = () =>
        Number.parseFloat(
          card().querySelector<HTMLElement>('[data-developing]')?.style.getPropertyValue('--developed') ?? '',
        );
      scrollTo(-400);
      const before = developed();
      pass(4);
      expect(developed()).toBe(before);
      scrollTo(0);
      pass(1);
      const since = developed();
      expect(since).toBeGreaterThan(before);
      pass(1);
      expect(developed()).toBeGreaterThan(since);
      scrollTo(-400);
      pass(10);
      expect(developed()).toBeGreaterThan(since + 5);
    } finally {
      place.mockRestore();
    }
  });

  test('the seconds stop with it', () => {
    const { unmount } = show(running());
    unmount();
    const clear = jest.getTimerCount();
    jest.advanceTimersByTime(10_000);
    expect(jest.getTimerCount()).toBeLessThanOrEqual(clear);
  });

  test('a press asks for notifications, and nothing else does', async () => {
    const requestPermission = jest.fn(async () => 'granted');
    Object.assign(globalThis, { Notification: { permission: 'granted', requestPermission } });
    notificationsStore.set('off');
    show(running());
    expect(requestPermission).not.toHaveBeenCalled();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Tell me when it is ready' })));
    expect(screen.getByText('We will tell you when it is ready.')).toBeTruthy();
  });

  test('whoever pressed, and refused the browser or was refused by it, reads so, where the focus was', async () => {
    const browser = { permission: 'default', requestPermission: async () => (browser.permission = 'denied') };
    Object.assign(globalThis, { Notification: browser });
    notificationsStore.set('off');
    show(running());
    const ask = screen.getByRole('button', { name: 'Tell me when it is ready' });
    ask.focus();
    await act(async () => fireEvent.click(ask));
    expect(document.activeElement?.textContent).toMatch(/^This browser does not allow it/);
  });
});

describe('the reveal', () => {
  const sweeps = () => card().querySelector('[data-hint="arrival"]') !== null;

  test('the slider sweeps when the picture arrives, and not when its card is drawn again', () => {
    const done = aPhoto({ completed_at: START });
    const first = show(running());
    act(() => noteArrival(done.id));
    list(done);
    expect(sweeps()).toBe(true);
    first.unmount();
    show(done);
    expect(sweeps()).toBe(false);
  });
});

describe('going to a photo', () => {
  const scrollIntoView = jest.fn();
  beforeEach(() => {
    scrollIntoView.mockReset();
    Object.assign(HTMLElement.prototype, { scrollIntoView });
    lookAtStore.set(null);
  });

  test('scrolls to its card and focuses it as soon as it is there', () => {
    show(aPhoto({ id: 'old' }));
    act(() => lookAt('new'));
    expect(scrollIntoView).not.toHaveBeenCalled();
    list(running({ id: 'new' }), aPhoto({ id: 'old' }));
    expect((document.activeElement as HTMLElement).dataset.photo).toBe('new');
    expect(scrollIntoView).toHaveBeenCalledTimes(1);
    expect(lookAtStore.get()).toBeNull();
  });

  test('goes to the card of all versions of a photo, whichever of them is asked for', () => {
    show(aPhoto({ id: 'b', group_id: 'a', source_photo_id: 'a' }), aPhoto({ id: 'a' }));
    act(() => lookAt('a'));
    expect((document.activeElement as HTMLElement).dataset.versions).toBe('b a');
    expect(screen.getAllByRole('article')).toHaveLength(1);
  });

  test('a card whose row is drawn only once it is near gets the focus, too', async () => {
    renderHook(() => useLookAt([aPhoto()], () => undefined));
    act(() => lookAt('p1'));
    const late = document.body.appendChild(document.createElement('article'));
    late.tabIndex = -1;
    await act(async () => {
      late.dataset.group = 'p1';
      late.append('its picture');
    });
    expect(document.activeElement).toBe(late);
    late.remove();
  });

  test('waits until a dialog has left the page', async () => {
    show(aPhoto());
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.className = 'MuiDialog-root';
    act(() => {
      openDialog('pricing');
      lookAt('p1');
    });
    expect(scrollIntoView).not.toHaveBeenCalled();
    await act(async () => dialog.remove());
    expect(document.activeElement).toBe(card());
  });

  test('comes too late for a reader who is elsewhere by now', () => {
    show(aPhoto({ id: 'old' }));
    act(() => lookAt('new'));
    pass(20);
    list(running({ id: 'new' }), aPhoto({ id: 'old' }));
    expect(scrollIntoView).not.toHaveBeenCalled();
  });
});
