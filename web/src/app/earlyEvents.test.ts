import { expect, test } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { inlineScript } from './documentHead';
import { replayEarlyEvents } from './earlyEvents';

test('what is done before the first script runs is sent again, once, and a press shows at once', () => {
  document.body.innerHTML = `<button><b>Upload</b></button><details><summary></summary></details>
    <div role="slider" tabindex="0"></div>`;
  const [bold, summary, slider] = ['b', 'summary', '[role=slider]'].map((what) => document.querySelector(what)!);
  const script = document.createElement('script');
  script.textContent = inlineScript;
  document.head.append(script);
  fireEvent.pointerDown(slider!, { clientX: 40, pointerId: 3 });
  fireEvent.keyDown(slider!, { key: 'End' });
  fireEvent.click(bold!);
  fireEvent.click(summary!);
  expect(document.querySelector('button')?.dataset.held).toBe('');

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
