import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { toast } from '../lib/toast';
import { renderThemed } from '../test/renderThemed';
import { Toasts } from './Toasts';

/** Longer than any entry or exit. */
const SETTLED_MS = 1_000;
const STEP_MS = 50;

/** In small steps: React renders between them, and an exit is a chain of timers and renders. */
async function wait(ms: number) {
  for (let waited = 0; waited <= ms; waited += STEP_MS) await act(() => jest.advanceTimersByTimeAsync(STEP_MS));
}
async function raise(...messages: Parameters<typeof toast>[0][]) {
  act(() => {
    for (const message of messages) toast(message);
  });
  await wait(SETTLED_MS);
}
const titles = () => screen.queryAllByText(/^Toast/).map((element) => element.textContent);
const card = () => screen.getByRole('status');

beforeEach(async () => {
  jest.useFakeTimers();
  renderThemed(<Toasts />);
  await wait(0);
});
afterEach(() => {
  jest.useRealTimers();
});

describe('toasts', () => {
  test('a toast shows its title and text, as a status [spec 8.1]', async () => {
    await raise({ title: 'Toast one', description: 'All is well.' });
    expect(card().textContent).toContain('Toast one');
    expect(card().textContent).toContain('All is well.');
    expect(screen.queryByRole('alert')).toBeNull();
    // Read out as a whole, politely, and no stop of the Tab key.
    expect(card().getAttribute('aria-atomic')).toBe('true');
    const region = screen.getByRole('region', { name: 'Notifications (F8)' });
    expect(region.getAttribute('aria-live')).toBe('polite');
    expect(region.tabIndex).toBe(-1);
  });

  test('a destructive toast is an alert in the error style [spec 8.2]', async () => {
    await raise({ title: 'Toast bad', destructive: true });
    expect(screen.getByRole('alert').dataset.destructive).toBe('true');
  });

  test('it stays for 5000 ms and then goes [spec 9.12]', async () => {
    act(() => toast({ title: 'Toast one' }));
    await wait(0);
    expect(titles()).toEqual(['Toast one']);
    await wait(4_800);
    expect(titles()).toEqual(['Toast one']);
    await wait(SETTLED_MS);
    expect(titles()).toEqual([]);
  });

  test('only one is visible: a newer toast replaces the older one [spec 9.12]', async () => {
    await raise({ title: 'Toast one' });
    await raise({ title: 'Toast two' });
    await wait(SETTLED_MS);
    expect(titles()).toEqual(['Toast two']);
  });

  test.each(['standing', 'leaving'])(
    'it replaces a %s one at once, and stays its own 5000 ms [spec 9.12]',
    async (how) => {
      await raise({ title: 'Toast one' });
      if (how === 'leaving') {
        fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
        await wait(0);
        expect(titles()).toEqual(['Toast one']);
      }
      act(() => toast({ title: 'Toast two' }));
      expect(titles()).toEqual(['Toast two']);
      await wait(4_800);
      expect(titles()).toEqual(['Toast two']);
      await wait(SETTLED_MS);
      expect(titles()).toEqual([]);
    },
  );

  test('of several raised together only the last one stays, and two are never visible [spec 9.12]', async () => {
    act(() => {
      for (const number of [1, 2, 3]) toast({ title: `Toast ${number}` });
    });
    const seen: unknown[] = [];
    for (let step = 0; step < 60; step++) {
      await wait(0);
      expect(titles().length).toBeLessThanOrEqual(1);
      if (titles()[0] !== seen.at(-1)) seen.push(...titles());
    }
    expect(titles()).toEqual(['Toast 3']);
    // None is shown a second time.
    expect(new Set(seen).size).toBe(seen.length);
  });

  test.each([50, -50])('a swipe by %i px dismisses it [spec 9.12]', async (distance) => {
    await raise({ title: 'Toast one' });
    const capture = jest.fn();
    card().setPointerCapture = capture;
    fireEvent.pointerDown(card(), { clientX: 200, pointerId: 1, button: 0 });
    // So that the swipe goes on beyond the card.
    expect(capture).toHaveBeenCalledWith(1);
    fireEvent.pointerMove(card(), { clientX: 200 + distance, pointerId: 1 });
    fireEvent.pointerUp(card(), { clientX: 200 + distance, pointerId: 1 });
    await wait(SETTLED_MS);
    expect(titles()).toEqual([]);
  });

  test('a swipe by 49 px does not, and the toast returns to its place [spec 9.12]', async () => {
    await raise({ title: 'Toast one' });
    fireEvent.pointerDown(card(), { clientX: 200, pointerId: 1, button: 0 });
    fireEvent.pointerMove(card(), { clientX: 249, pointerId: 1 });
    fireEvent.pointerUp(card(), { clientX: 249, pointerId: 1 });
    await wait(SETTLED_MS);
    expect(titles()).toEqual(['Toast one']);
    expect(card().style.getPropertyValue('translate')).toBe('');
  });

  test('F8 focuses the region; a focused toast does not count down; Escape dismisses it [spec 9.12]', async () => {
    await raise({ title: 'Toast one' });
    // Some browsers have an action of their own for the key.
    expect(fireEvent.keyDown(document.body, { key: 'F8' })).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Notifications (F8)' }));
    await wait(20_000);
    expect(titles()).toEqual(['Toast one']);
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    await wait(SETTLED_MS);
    expect(titles()).toEqual([]);
  });

  describe('the focus after it was in a toast', () => {
    let field: HTMLInputElement;
    beforeEach(() => {
      field = document.body.appendChild(document.createElement('input'));
      field.focus();
    });
    afterEach(() => field.remove());
    const goThere = () => fireEvent.keyDown(document.body, { key: 'F8' });
    const pressEscape = async () => {
      fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
      await wait(0);
    };

    test('returns to where it was before F8 when the toast is dismissed', async () => {
      await raise({ title: 'Toast one' });
      goThere();
      goThere();
      act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
      fireEvent.click(document.activeElement!);
      await wait(SETTLED_MS);
      expect(titles()).toEqual([]);
      expect(document.activeElement).toBe(field);
    });

    test('returns on Escape, even without a toast', async () => {
      goThere();
      expect(document.activeElement?.tagName).toBe('SECTION');
      await pressEscape();
      expect(document.activeElement).toBe(field);
      await raise({ title: 'Toast one' });
      goThere();
      await pressEscape();
      expect(document.activeElement).toBe(field);
      await wait(SETTLED_MS);
      expect(titles()).toEqual([]);
    });

    test('returns without scrolling the page', async () => {
      const focus = jest.spyOn(field, 'focus');
      await raise({ title: 'Toast one' });
      goThere();
      await pressEscape();
      expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
    });

    test('stays in the region when a newer toast replaces the shown one, and the newer one waits too', async () => {
      await raise({ title: 'Toast one' });
      goThere();
      await raise({ title: 'Toast two' });
      await wait(6_000);
      expect(titles()).toEqual(['Toast two']);
      expect(document.activeElement?.tagName).toBe('SECTION');
      await pressEscape();
      expect(document.activeElement).toBe(field);
    });

    test('goes to the region when a newer toast replaces the focused one, and back on Escape', async () => {
      await raise({ title: 'Toast one' });
      act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
      await raise({ title: 'Toast two' });
      await wait(6_000);
      expect(titles()).toEqual(['Toast two']);
      expect(document.activeElement?.tagName).toBe('SECTION');
      await pressEscape();
      expect(document.activeElement).toBe(field);
    });

    test('returns even if the browser window lost focus in between', async () => {
      await raise({ title: 'Toast one' });
      goThere();
      const region = document.activeElement!;
      // The document keeps its focused element then.
      fireEvent.focusOut(region);
      fireEvent.focusIn(region);
      await pressEscape();
      expect(document.activeElement).toBe(field);
    });

    test('returns to nothing if nothing had the focus, even after an earlier visit', async () => {
      goThere();
      act(() => field.focus());
      act(() => field.blur());
      goThere();
      expect(document.activeElement?.tagName).toBe('SECTION');
      await pressEscape();
      expect(document.activeElement).toBe(document.body);
    });

    test('stays where it is if the user moved it elsewhere', async () => {
      await raise({ title: 'Toast one' });
      goThere();
      const other = document.body.appendChild(document.createElement('input'));
      act(() => other.focus());
      await wait(6_000);
      expect(titles()).toEqual([]);
      expect(document.activeElement).toBe(other);
      other.remove();
    });
  });

  test('a toast under the pointer waits, then goes after its remaining time [spec 9.12]', async () => {
    await raise({ title: 'Toast one' });
    const region = screen.getByRole('region', { name: 'Notifications (F8)' });
    fireEvent.pointerEnter(region);
    await wait(20_000);
    expect(titles()).toEqual(['Toast one']);
    fireEvent.pointerLeave(region);
    await wait(3_500);
    expect(titles()).toEqual(['Toast one']);
    await wait(1_500);
    expect(titles()).toEqual([]);
  });

  test('Escape dismisses only a toast that is pointed at or focused', async () => {
    await raise({ title: 'Toast one' });
    const region = screen.getByRole('region', { name: 'Notifications (F8)' });
    fireEvent.pointerEnter(region);
    fireEvent.pointerLeave(region);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await wait(SETTLED_MS);
    expect(titles()).toEqual(['Toast one']);
    fireEvent.pointerEnter(region);
    fireEvent.keyDown(document.body, { key: 'a' });
    await wait(SETTLED_MS);
    expect(titles()).toEqual(['Toast one']);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await wait(SETTLED_MS);
    expect(titles()).toEqual([]);
  });

  test('dismissed from under the pointer, it does not hold up the next one', async () => {
    await raise({ title: 'Toast one' });
    // Browsers send no event when an element goes away from under the pointer.
    fireEvent.pointerEnter(screen.getByRole('region', { name: 'Notifications (F8)' }));
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await wait(SETTLED_MS);
    await raise({ title: 'Toast two' });
    expect(titles()).toEqual(['Toast two']);
    await wait(5_000);
    expect(titles()).toEqual([]);
  });

  test('unmounted, it leaves nothing in the page and the key to the browser', () => {
    cleanup();
    expect(document.querySelector('#toasts')).toBeNull();
    expect(fireEvent.keyDown(document.body, { key: 'F8' })).toBe(true);
  });

  test('other keys do not lead to the region', async () => {
    fireEvent.keyDown(document.body, { key: 'F7' });
    expect(document.activeElement).toBe(document.body);
  });

  test('a toast follows only the finger that started the swipe', async () => {
    await raise({ title: 'Toast one' });
    fireEvent.pointerMove(card(), { clientX: 400, pointerId: 1 });
    fireEvent.pointerUp(card(), { clientX: 400, pointerId: 1 });
    fireEvent.pointerDown(card(), { clientX: 200, pointerId: 1, button: 0 });
    fireEvent.pointerMove(card(), { clientX: 400, pointerId: 2 });
    expect(card().style.translate).toBe('');
    fireEvent.pointerUp(card(), { clientX: 400, pointerId: 2 });
    fireEvent.pointerMove(card(), { clientX: 230, pointerId: 1 });
    expect(card().style.translate).toBe('30px');
    fireEvent.pointerCancel(card(), { clientX: 400, pointerId: 1 });
    fireEvent.pointerMove(card(), { clientX: 400, pointerId: 1 });
    expect(card().style.translate).toBe('');
    await wait(SETTLED_MS);
    expect(titles()).toEqual(['Toast one']);
  });

  test('the close button and other mouse buttons start no swipe', async () => {
    await raise({ title: 'Toast one' });
    for (const [target, button] of [
      [screen.getByRole('button', { name: 'Dismiss' }), 0],
      [card(), 2],
    ] as const) {
      fireEvent.pointerDown(target, { clientX: 200, pointerId: 1, button });
      fireEvent.pointerUp(card(), { clientX: 300, pointerId: 1 });
    }
    await wait(SETTLED_MS);
    expect(titles()).toEqual(['Toast one']);
  });

  test('it has a close button', async () => {
    await raise({ title: 'Toast one' });
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await wait(SETTLED_MS);
    expect(titles()).toEqual([]);
  });

  test('its action is done once, and dismisses it', async () => {
    const run = jest.fn();
    await raise({ title: 'Toast one', action: { label: 'View', run } });
    fireEvent.click(screen.getByRole('button', { name: 'View' }));
    await wait(SETTLED_MS);
    expect(run).toHaveBeenCalledTimes(1);
    expect(titles()).toEqual([]);
  });

  test('a dialog neither hides the region from screen readers nor blocks its focus', async () => {
    const outer = document.querySelector('#toasts')!;
    const trap = jest.fn();
    document.addEventListener('focusin', trap);
    outer.setAttribute('aria-hidden', 'true');
    await wait(0);
    expect(outer.hasAttribute('aria-hidden')).toBe(false);
    fireEvent.keyDown(document.body, { key: 'F8' });
    expect(document.activeElement?.tagName).toBe('SECTION');
    expect(trap).not.toHaveBeenCalled();
    document.removeEventListener('focusin', trap);
  });
});
