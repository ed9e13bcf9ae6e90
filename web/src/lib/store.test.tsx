import { describe, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { createStore, useStore } from './store';

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
});

const counted = createStore({ count: 1, other: 'a' });
let renders = 0;

function Count() {
  renders += 1;
  return <p>{useStore(counted, (value) => value.count)}</p>;
}

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
