import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { subscribeToasts } from '../../lib/toast';
import { followOtherSets, setSentSet } from './sentSet';
import { announce } from './toastEnded';

let told: string[];
let stops: (() => void)[];
beforeEach(() => {
  told = [];
  stops = [followOtherSets(), subscribeToasts(({ title }) => told.push(title))];
});
afterEach(() => {
  for (const stop of stops) stop();
});

const stored = () => localStorage.getItem('sent-set');
const elsewhere = (newValue: string | null) =>
  dispatchEvent(new StorageEvent('storage', { key: 'sent-set', newValue, storageArea: localStorage }));
const end = (id: string) => announce({ id, to: 'succeeded' });

test('of photos that another window has sent together that one tells', () => {
  elsewhere('a,b');
  end('a');
  // It has told.
  elsewhere(null);
  end('b');
  expect(told).toEqual([]);
  // Tried again.
  end('a');
  expect(told).toHaveLength(1);
});

test('once that window is closed each photo is told here', () => {
  elsewhere('a,b');
  end('a');
  elsewhere('');
  end('b');
  expect(told).toHaveLength(1);
});

test('other windows hear of what this one has sent, after a reload too, until it has told or is closed', () => {
  setSentSet(['a', 'b']);
  expect(stored()).toBe('a,b');
  dispatchEvent(new Event('pagehide'));
  expect(stored()).toBe('');
  stops.push(followOtherSets());
  expect(stored()).toBe('a,b');
  setSentSet([]);
  expect(stored()).toBeNull();
  dispatchEvent(new Event('pagehide'));
  expect(stored()).toBeNull();
});
