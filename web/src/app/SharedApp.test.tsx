import { afterEach, expect, test } from '@jest/globals';
import { act } from '@testing-library/react';
import { isOffline } from '../lib/connectivity';
import { drawShared } from './SharedApp';

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
});

test('the connection is followed: pictures that were lost are asked for when it is back', () => {
  globalThis.fetch = () => new Promise(() => undefined);
  document.body.innerHTML = '<div id="root"></div>';
  act(() => drawShared(document.getElementById('root')!, 'token'));
  for (const event of ['offline', 'online']) {
    act(() => void window.dispatchEvent(new Event(event)));
    expect(isOffline()).toBe(event === 'offline');
  }
});

test('the landing page is gone before what hides it is', () => {
  globalThis.fetch = () => new Promise(() => undefined);
  const mark = document.documentElement.dataset;
  mark.session = 'shared';
  document.body.innerHTML = '<div id="root"><h1>For visitors</h1></div>';
  const root = document.getElementById('root')!;
  act(() => {
    drawShared(root, 'token');
    // In the same turn: the browser may paint after it.
    expect(mark.session).toBeUndefined();
    expect(root.textContent).not.toContain('For visitors');
    expect(root.textContent).toContain('Fetching the photo...');
  });
});
