import { EventEmitter } from 'node:events';
import { expect, test } from '@jest/globals';
import { onStopSignals } from './stopSignals';

test('a Ctrl-C that npm passes on counts once; a later one counts as the second, and more do nothing', () => {
  const source = new EventEmitter();
  const seen: string[] = [];
  let time = 0;
  onStopSignals(source, { first: (signal) => seen.push(signal), again: () => seen.push('again'), now: () => time });
  const send = (signal: string, at: number) => {
    time = at;
    source.emit(signal);
  };
  send('SIGINT', 0);
  send('SIGINT', 100);
  expect(seen).toEqual(['SIGINT']);
  send('SIGINT', 2000);
  send('SIGINT', 2100);
  send('SIGTERM', 9000);
  expect(seen).toEqual(['SIGINT', 'again']);
});
