import { describe, expect, test } from '@jest/globals';
import { statusChanges } from './statusChanges';

const photo = (id: string, status: 'processing' | 'succeeded' | 'failed') => ({ id, status });

describe('statusChanges', () => {
  test('reports what was processing and has ended [spec 4.5]', () => {
    const before = [photo('a', 'processing'), photo('b', 'processing'), photo('c', 'processing')];
    const after = [photo('a', 'succeeded'), photo('b', 'failed'), photo('c', 'processing')];
    expect(statusChanges(before, after)).toEqual([
      { id: 'a', to: 'succeeded' },
      { id: 'b', to: 'failed' },
    ]);
  });

  test('says nothing about photos that ended before, are new, or were deleted', () => {
    const before = [photo('ended', 'succeeded'), photo('gone', 'processing')];
    const after = [photo('ended', 'succeeded'), photo('new', 'succeeded'), photo('fresh', 'processing')];
    expect(statusChanges(before, after)).toEqual([]);
  });
});
