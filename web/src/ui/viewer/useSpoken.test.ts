import { expect, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useSpoken } from './useSpoken';

test('what is said twice changes the page twice, as only a change is read out', () => {
  const { result } = renderHook(useSpoken);
  const say = (text: string) => {
    act(() => result.current.say(text));
    return result.current.spoken;
  };
  const said = [say('Colored'), say('Colored'), say('Colored')];
  expect(said.map((text) => text.trim())).toEqual(['Colored', 'Colored', 'Colored']);
  expect([said[0] === said[1], said[1] === said[2]]).toEqual([false, false]);
});
