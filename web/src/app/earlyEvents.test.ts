import { beforeEach, expect, test } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { replayEarlyEvents } from './earlyEvents';
import inlineScript from './inlineScript';
import { acceptOfferedFiles } from './offeredFiles';

document.head.innerHTML = '<script type="text/plain" data-app></script>';
const script = document.createElement('script');
script.textContent = inlineScript;
document.head.append(script);
beforeEach(() => {
  window.earlyEvents = [];
});

/** jsdom has no DataTransfer. As in a browser, it is empty once the event is over. */
function give(target: Element, type: 'dragover' | 'drop' | 'paste', files: File[]): Event {
  const data = { types: ['Files'], files };
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer: data });
  target.dispatchEvent(event);
  Object.assign(data, { types: [], files: [] });
  return event;
}

test('files that are dropped, pasted or chosen before are handed on, and the browser stays on the page', () => {
  document.body.innerHTML = '<input type="file">';
  const [a, b, c] = ['a', 'b', 'c'].map((name) => new File(['x'], name)) as [File, File, File];
  expect(give(document.body, 'dragover', []).defaultPrevented).toBe(true);
  expect(give(document.body, 'drop', [a, b]).defaultPrevented).toBe(true);
  give(document.body, 'paste', [c]);
  const field = document.querySelector('input')!;
  Object.defineProperty(field, 'files', { value: [b] });
  fireEvent.change(field);

  const stop = new AbortController();
  const offered: File[][] = [];
  acceptOfferedFiles((files) => offered.push(files), stop.signal);
  replayEarlyEvents();
  stop.abort();
  expect(offered).toEqual([[a, b], [c], [b]]);
});

test('what is done before the first script runs is sent again, once, and a press shows at once', () => {
  document.body.innerHTML = `<button><b>Upload</b></button><details><summary></summary></details>
    <div role="slider" tabindex="0"></div>`;
  const [bold, summary, slider] = ['b', 'summary', '[role=slider]'].map((what) => document.querySelector(what)!);
  fireEvent.pointerDown(slider!, { clientX: 40, pointerId: 3 });
  fireEvent.keyDown(slider!, { key: 'End' });
  fireEvent.click(bold!);
  fireEvent.click(summary!);
  expect(document.querySelector('button')?.dataset.queued).toBe('');

  const heard: unknown[] = [];
  const hear = (event: Event) => {
    const { clientX, key } = event as PointerEvent & KeyboardEvent;
    heard.push([event.type, event.target, clientX ?? key]);
  };
  for (const type of ['pointerdown', 'keydown', 'click']) document.body.addEventListener(type, hear);
  replayEarlyEvents();
  expect(heard).toEqual([
    ['pointerdown', slider, 40],
    ['keydown', slider, 'End'],
    ['click', bold, 0],
  ]);
  fireEvent.keyDown(slider!, { key: 'Home' });
  replayEarlyEvents();
  expect(heard).toHaveLength(4);
});
