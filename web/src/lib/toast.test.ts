import { describe, expect, jest, test } from '@jest/globals';
import { subscribeToasts, type Toast, toast } from './toast';

describe('toast', () => {
  test('keeps toasts raised before the viewport exists, in order, and delivers them once', () => {
    toast({ title: 'first' });
    toast({ title: 'second' });
    const shown: string[] = [];
    const leave = subscribeToasts(({ title }) => shown.push(title));
    expect(shown).toEqual(['first', 'second']);
    toast({ title: 'third' });
    expect(shown).toEqual(['first', 'second', 'third']);
    leave();
    const late = jest.fn<(message: Toast) => void>();
    subscribeToasts(late)();
    expect(late).not.toHaveBeenCalled();
  });
});
