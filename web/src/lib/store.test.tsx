import { describe, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { createStore, useStore, whenStore } from './store';

describe('createStore', () => {
  test('notifies listeners of changes only, until they unsubscribe', () => {
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

  test('a listener that unsubscribes during a change does not block the next one', () => {
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
  test('resolves with the first matching value, then unsubscribes', async () => {
    const store = createStore(1);
    const checked = jest.fn((value: number) => value > 2);
    const settled = whenStore(store, checked);
    store.set(2);
    store.set(3);
    store.set(4);
    expect(await settled).toBe(3);
    expect(checked.mock.calls).toEqual([[1], [2], [3]]);
  });

  test('resolves at once if the current value matches', async () => {
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

  test('renders the initial value on the server and while hydrating, whatever the store holds', () => {
    counted.set({ count: 7, other: 'a' });
    expect(renderToString(<Count />)).toContain('1');
  });
});
