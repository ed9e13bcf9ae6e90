import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { followDoubleClicks } from './doubleClicks';

const heard = jest.fn<(name: string | null) => void>();
let stop: AbortController;
let now: number;

beforeEach(() => {
  document.body.innerHTML = `<button>One</button><button>Other</button>
    <label>File<input type="file"></label><input aria-label="Choice" type="checkbox">
    <button data-repeats><span>Zoom in</span><i>+</i></button><button data-repeats>Next</button>`;
  heard.mockReset();
  now = 10_000;
  jest.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => now);
  stop = new AbortController();
  const { signal } = stop;
  followDoubleClicks(undefined, signal);
  document.addEventListener('click', ({ target }) => heard((target as Element).textContent), { signal });
});
afterEach(() => {
  stop.abort();
  jest.restoreAllMocks();
});

interface Click {
  on?: string;
  after?: number;
  detail?: number;
  x?: number;
  by?: 'mouse' | 'touch';
}

const found = (name: string) => screen.queryByText(name) ?? screen.getByLabelText(name);

function click({ on = 'One', after = 0, detail = 1, x = 100, by = 'mouse' }: Click): void {
  now += after;
  const at = { clientX: x, clientY: 100, detail };
  fireEvent.pointerDown(found(on), { ...at, pointerType: by });
  fireEvent.click(found(on), at);
}
const calls = () => heard.mock.calls.map(([name]) => name);

describe('the second click of a double click', () => {
  test.each<[string, Click]>([
    ['by a mouse, as slow as its owner has set it', { after: 800, detail: 2 }],
    ['the third by a mouse', { after: 30, detail: 3 }],
    ['by a finger, counted', { after: 300, detail: 2, by: 'touch' }],
    ['by a finger, not counted', { after: 450, x: 120, by: 'touch' }],
    ['on what has come under the pointer', { on: 'Other', after: 150, detail: 2 }],
    ['on what has come under the pointer, not counted because the hand shook', { on: 'Other', after: 300, x: 106 }],
    ['on what has come under the pointer and repeats', { on: 'Next', after: 150, detail: 2 }],
  ])('is not heard: %s', (_what, second) => {
    click({ ...(second.by && { by: second.by }) });
    click(second);
    expect(calls()).toEqual(['One']);
  });

  test.each<[string, Click]>([
    ['the system says that the mouse clicked anew', { after: 100 }],
    ['a later click', { on: 'Other', after: 501 }],
    ['a click elsewhere', { on: 'Other', after: 100, x: 109 }],
    ['a later tap', { after: 501, by: 'touch' }],
    ['a tap elsewhere', { after: 100, x: 133, by: 'touch' }],
  ])('is none: %s', (_what, second) => {
    click({ ...(second.by && { by: second.by }) });
    click(second);
    expect(calls()).toEqual(['One', second.on ?? 'One']);
  });

  test('is none of a finger after a mouse', () => {
    click({});
    click({ after: 100, by: 'touch' });
    expect(calls()).toEqual(['One', 'One']);
  });

  test('is none of a key, nor of a script', () => {
    click({});
    fireEvent.click(found('One'), { detail: 0 });
    fireEvent.keyDown(found('One'), { key: 'Enter' });
    found('One').click();
    expect(calls()).toEqual(['One', 'One', 'One']);
  });

  test('is not that of a label on its field', () => {
    click({ on: 'File', by: 'touch' });
    // The browser sends it on, at the same place.
    fireEvent.click(screen.getByLabelText('File'), { clientX: 100, clientY: 100, detail: 1 });
    expect(calls().length).toBeGreaterThan(1);
    expect(heard.mock.calls.at(-1)).toEqual(['']);
  });

  test('may follow a first one that came before this listened', () => {
    const first = new PointerEvent('click', { clientX: 100, clientY: 100, detail: 1, pointerType: 'touch' });
    followDoubleClicks(first, stop.signal);
    click({ on: 'Other', after: 200, by: 'touch' });
    expect(calls()).toEqual([]);
    click({ on: 'Other', after: 600, by: 'touch' });
    expect(calls()).toEqual(['Other']);
  });

  test('leaves a choice as the first one made it', () => {
    click({ on: 'Choice' });
    click({ on: 'Choice', detail: 2 });
    expect(screen.getByLabelText<HTMLInputElement>('Choice').checked).toBe(true);
  });

  test('counts where one presses again and again, on the same control', () => {
    click({ on: 'Zoom in' });
    click({ on: '+', after: 100, detail: 2 });
    click({ on: 'Zoom in', after: 100, detail: 3 });
    click({ on: 'Next', after: 100, detail: 4 });
    expect(calls()).toEqual(['Zoom in', '+', 'Zoom in']);
  });
});
