import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderThemed, rules } from '../../test/renderThemed';
import { CompareSlider } from './CompareSlider';
import { followSliders } from './followSliders';

let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
  followSliders(stop.signal);
});
afterEach(() => stop.abort());

const picture = (name: string) => ({ src: `/${name}.jpg` });

function show() {
  const sliderOf = (ratio: number) => (
    <CompareSlider before={picture('before')} after={picture('after')} alt="a wedding, 1921" ratio={ratio} hint />
  );
  const { container, rerender } = renderThemed(sliderOf(0.8));
  const slider = screen.getByRole('slider');
  const frame = container.querySelector<HTMLElement>('[data-hint]')!;
  frame.getBoundingClientRect = () => new DOMRect(100, 0, 400, 500);
  const split = () => frame.style.getPropertyValue('--split');
  const pointer = (type: 'Down' | 'Move' | 'Up' | 'Cancel', clientX: number, more = {}) =>
    fireEvent[`pointer${type}`](frame, { clientX, pointerId: 1, button: 0, pointerType: 'mouse', ...more });
  return { slider, frame, split, pointer, changeRatio: (ratio: number) => rerender(sliderOf(ratio)) };
}

describe('compare slider', () => {
  test('starts in the middle and says what it compares [spec 2.26, 2.27, 9.13]', () => {
    const { slider, frame, split } = show();
    expect(split()).toBe('50%');
    expect(slider.getAttribute('aria-valuenow')).toBe('50');
    expect(slider.getAttribute('aria-label')).toContain('a wedding, 1921');
    expect(slider.getAttribute('aria-orientation')).toBe('horizontal');
    expect(slider.getAttribute('aria-valuetext')).toBe('50% before, 50% after');
    expect(screen.getByText('Before')).toBeTruthy();
    expect(screen.getByText('After')).toBeTruthy();
    // Firefox writes the text of a picture that is on its way: two would lie over each other.
    for (const { className } of frame.querySelectorAll('img')) {
      const ownRules = rules.filter((rule) => rule.startsWith(`.${className.split(' ').at(-1)}{`)).join();
      expect(ownRules).toContain('color:transparent');
    }
    expect(screen.getByAltText('Before: a wedding, 1921').getAttribute('src')).toBe('/before.jpg');
    expect(screen.getByAltText('After: a wedding, 1921').getAttribute('src')).toBe('/after.jpg');
  });

  test.each([
    [false, 'lazy', 'auto'],
    [true, 'eager', 'high'],
  ])('its pictures, with priority: %s, are loaded %s', (priority, loading, urgency) => {
    renderThemed(
      <CompareSlider before={picture('a')} after={picture('b')} alt="a wedding" ratio={1} priority={priority} />,
    );
    for (const image of screen.getAllByRole('img')) {
      expect([image.getAttribute('loading'), image.getAttribute('fetchpriority')]).toEqual([loading, urgency]);
    }
  });

  test('the picture before is not seen through the one after, which may still be on its way', () => {
    show();
    const after = screen.getByRole('img', { name: /^After/ }).className;
    expect(rules.find((rule) => rule.startsWith(`.${after}{`))).toMatch(/background-color:/);
  });

  test('leaves two-finger gestures to the browser, so that a photo can be zoomed on a phone', () => {
    const { frame } = show();
    const own = rules.filter((rule) => frame.className.split(' ').some((name) => rule.startsWith(`.${name}{`)));
    expect(own.join()).toContain('touch-action:pan-y pinch-zoom');
  });

  test('arrow keys move it in steps of 5, Home and End to the ends [spec 2.25, 9.13]', async () => {
    const user = userEvent.setup();
    const { slider, split } = show();
    await user.tab();
    expect(document.activeElement).toBe(slider);
    await user.keyboard('{ArrowRight}');
    expect(split()).toBe('55%');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(split()).toBe('45%');
    expect(slider.getAttribute('aria-valuenow')).toBe('45');
    await user.keyboard('{End}');
    expect(split()).toBe('100%');
    await user.keyboard('{Home}');
    expect(split()).toBe('0%');
  });

  test('a drag writes --split and nothing else until it ends [spec 2.25]', () => {
    const { slider, frame, split, pointer } = show();
    pointer('Down', 300);
    const markup = () => frame.innerHTML;
    const before = markup();
    pointer('Move', 200);
    expect(split()).toBe('25%');
    pointer('Move', 460);
    expect(split()).toBe('90%');
    expect(markup()).toBe(before);
    pointer('Up', 460);
    expect(slider.getAttribute('aria-valuenow')).toBe('90');
  });

  test('a mouse press anywhere moves the handle there and focuses it, without scrolling to it', () => {
    const { slider, split, pointer } = show();
    const focus = jest.spyOn(slider, 'focus');
    pointer('Down', 180);
    expect(split()).toBe('20%');
    expect(document.activeElement).toBe(slider);
    expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
  });

  test('a drag goes on outside the frame, and drags no picture and selects no words', () => {
    const { frame, pointer } = show();
    const capture = jest.fn();
    frame.setPointerCapture = capture;
    expect(pointer('Down', 300, { pointerId: 7 })).toBe(false);
    expect(capture.mock.calls).toEqual([[7]]);
    for (const image of screen.getAllByRole('img')) expect(image.getAttribute('draggable')).toBe('false');
  });

  test('its value is a whole number', () => {
    const { slider, pointer } = show();
    pointer('Down', 301);
    pointer('Up', 301);
    expect(slider.getAttribute('aria-valuenow')).toBe('50');
  });

  test('a finger that scrolls the page does not move the split', () => {
    const { split, pointer } = show();
    pointer('Down', 180, { pointerType: 'touch', clientY: 300 });
    pointer('Move', 186, { pointerType: 'touch', clientY: 270 });
    pointer('Cancel', 186, { pointerType: 'touch', clientY: 270 });
    expect(split()).toBe('50%');
  });

  test('a sideways move or a tap of a finger moves the split', () => {
    const { split, pointer } = show();
    pointer('Down', 300, { pointerType: 'touch' });
    pointer('Move', 260, { pointerType: 'touch' });
    expect(split()).toBe('40%');
    pointer('Up', 260, { pointerType: 'touch' });
    pointer('Down', 420, { pointerType: 'touch' });
    pointer('Up', 420, { pointerType: 'touch' });
    expect(split()).toBe('80%');
  });

  test('a second finger changes nothing', () => {
    const { split, pointer } = show();
    pointer('Down', 300);
    pointer('Down', 420, { pointerId: 2 });
    expect(split()).toBe('50%');
    pointer('Move', 140, { pointerId: 2 });
    expect(split()).toBe('50%');
    pointer('Up', 140, { pointerId: 2 });
    pointer('Cancel', 140, { pointerId: 2 });
    pointer('Move', 200);
    expect(split()).toBe('25%');
  });

  test('stays where it was moved to when React draws it again', () => {
    const { slider, frame, split, pointer, changeRatio } = show();
    pointer('Down', 200);
    pointer('Up', 200);
    changeRatio(1.5);
    expect(frame.style.aspectRatio).toContain('1.5');
    expect(split()).toBe('25%');
    expect(slider.getAttribute('aria-valuetext')).toBe('25% before, 75% after');
  });

  test('a drag whose slider left the page holds up no other', () => {
    const { frame, split, pointer } = show();
    const gone = frame.cloneNode(true) as HTMLElement;
    document.body.append(gone);
    fireEvent.pointerDown(gone, { clientX: 10, pointerId: 3, button: 0, pointerType: 'mouse' });
    pointer('Down', 200);
    expect(split()).toBe('50%');
    gone.remove();
    pointer('Down', 200);
    expect(split()).toBe('25%');
  });

  test('a hovering, released or lost pointer moves nothing', () => {
    const { slider, split, pointer } = show();
    pointer('Move', 140);
    pointer('Up', 140);
    expect(split()).toBe('50%');
    pointer('Down', 200);
    pointer('Up', 200);
    pointer('Move', 460);
    expect(split()).toBe('25%');
    pointer('Down', 300);
    pointer('Cancel', 300);
    pointer('Move', 460);
    expect(split()).toBe('50%');
    expect(slider.getAttribute('aria-valuenow')).toBe('50');
  });

  test('other mouse buttons are left to the browser', () => {
    const { split, pointer } = show();
    pointer('Down', 180, { button: 2 });
    expect(split()).toBe('50%');
  });

  test('unknown keys and keys with a modifier are left to the browser', () => {
    const { slider, split } = show();
    for (const more of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }]) {
      expect(fireEvent.keyDown(slider, { key: 'ArrowRight', ...more })).toBe(true);
    }
    expect(fireEvent.keyDown(slider, { key: 'a' })).toBe(true);
    expect(split()).toBe('50%');
    expect(fireEvent.keyDown(slider, { key: 'ArrowRight' })).toBe(false);
  });

  test('a finger that first moves sideways keeps the slider, whatever it does next', () => {
    const { split, pointer } = show();
    pointer('Down', 300, { pointerType: 'touch', clientY: 0 });
    pointer('Move', 304, { pointerType: 'touch', clientY: 0 });
    expect(split()).toBe('50%');
    pointer('Move', 320, { pointerType: 'touch', clientY: 0 });
    pointer('Move', 340, { pointerType: 'touch', clientY: 200 });
    expect(split()).toBe('60%');
  });

  test('the hint ends with the first touch', () => {
    const { frame, pointer } = show();
    expect(frame.dataset.touched).toBeUndefined();
    pointer('Down', 300);
    expect(frame.dataset.touched).toBe('');
  });

  test('the hint ends with the first key', () => {
    const { slider, frame } = show();
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    expect(frame.dataset.touched).toBe('');
  });
});
