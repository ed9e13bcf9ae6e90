import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readLastSeen, writeLastSeen } from './lastSeen';

beforeEach(() => localStorage.clear());

describe('last seen photos', () => {
  test('remembers per user what was processing', () => {
    writeLastSeen('u1', [
      { id: 'a', status: 'processing' },
      { id: 'b', status: 'succeeded' },
    ]);
    expect(readLastSeen('u1')).toEqual([{ id: 'a', status: 'processing' }]);
    expect(readLastSeen('u2')).toEqual([]);
  });

  test('stores nothing when nothing is processing', () => {
    writeLastSeen('u1', [{ id: 'a', status: 'processing' }]);
    writeLastSeen('u1', [{ id: 'a', status: 'failed' }]);
    expect(localStorage.length).toBe(0);
  });

  test('is empty where storage is refused', () => {
    const refuse = () => {
      throw new DOMException('', 'SecurityError');
    };
    const storage = (['getItem', 'setItem'] as const).map((name) =>
      jest.spyOn(Storage.prototype, name).mockImplementation(refuse),
    );
    writeLastSeen('u1', [{ id: 'a', status: 'processing' }]);
    expect(readLastSeen('u1')).toEqual([]);
    for (const method of storage) method.mockRestore();
  });

  test.each(['not json', '{"a":1}', '[1,null,"a"]'])('ignores invalid content: %s', (content) => {
    localStorage.setItem('heirlight.processing.u1', content);
    expect(readLastSeen('u1').every(({ id }) => typeof id === 'string')).toBe(true);
  });
});
