import { describe, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { createStore, useStore, whenStore } from './store';

describe('createStore', () => {
  test('tells its listeners about changes only, until they leave', () => {
    const store = createStore(1);
    const heard = jest.fn();
    const leave = store.subscribe(heard);
    store.set(1);
    expect(heard).not.toHaveBeenCalled();
    store.set(2);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(store.get()).toBe(2);
    leave();
    store.set(3);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  test('a listener that leaves while it hears a change does not keep the next one from it', () => {
    const store = createStore(1);
    const heard: string[] = [];
    const leave = store.subscribe(() => {
      heard.push('first');
      leave();
    });
    store.subscribe(() => heard.push('second'));
    store.set(2);
    expect(heard).toEqual(['first', 'second']);
  });
});

const counted = createStore({ count: 1, other: 'a' });
let renders = 0;

function Count() {
  renders += 1;
  return <p>{useStore(counted, (value) => value.count)}</p>;
}

describe('whenStore', () => {
  test('settles with the first value that satisfies, and listens no longer', async () => {
    const store = createStore(1);
    const checked = jest.fn((value: number) => value > 2);
    const settled = whenStore(store, checked);
    store.set(2);
    store.set(3);
    store.set(4);
    expect(await settled).toBe(3);
    expect(checked.mock.calls).toEqual([[1], [2], [3]]);
  });

  test('settles at once with a value that satisfies already', async () => {
    expect(await whenStore(createStore(5), (value) => value > 2)).toBe(5);
  });
});

describe('useStore', () => {
  test('renders for changes of the selected part only', () => {
    render(<Count />);
    expect(screen.getByText('1')).toBeTruthy();
    act(() => counted.set({ count: 2, other: 'a' }));
    expect(screen.getByText('2')).toBeTruthy();
    const before = renders;
    act(() => counted.set({ count: 2, other: 'b' }));
    expect(renders).toBe(before);
  });

  test('renders on the server what the page is hydrated from, whatever the store holds by then', () => {
    counted.set({ count: 7, other: 'a' });
    expect(renderToString(<Count />)).toContain('1');
  });
});
