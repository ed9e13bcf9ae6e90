import { describe, expect, test } from '@jest/globals';
import { APP_VERSION, BRAND } from './brand';
import * as limits from './limits';

/** The spec's numbers, written a second time on purpose: changing one must be a decision. */
describe('the numbers of the specification', () => {
  test('uploads: 25 MB, PNG or JPG, JPEG at 0.8, success after 5000 ms [spec 5.1, 9.1, 9.2, 9.3, 9.4]', () => {
    expect(limits.MAX_UPLOAD_BYTES).toBe(26_214_400);
    expect(limits.ACCEPTED_UPLOAD_TYPES).toEqual(['image/png', 'image/jpeg']);
    expect(limits.JPEG_QUALITY).toBe(0.8);
    expect(limits.UPLOAD_SUCCESS_DELAY_MS).toBe(5000);
  });

  test('credits: -1 for an upload, +1 for a failed photo, 500 ms to refetch [spec 4.3, 9.5, 9.6, 9.17]', () => {
    expect(limits.RESTORE_COST).toBe(1);
    expect(limits.FAILED_PHOTO_REFUND).toBe(1);
    expect(limits.REFUND_REFETCH_DELAY_MS).toBe(500);
  });

  test('polling: 1 s, +1 s, at most 10 s, 3 minutes, checks from 10 s on [spec 4.9, 4.10, 4.11, 9.10]', () => {
    expect(limits.POLL_START_MS).toBe(1000);
    expect(limits.POLL_STEP_MS).toBe(1000);
    expect(limits.POLL_MAX_MS).toBe(10_000);
    expect(limits.POLL_WINDOW_MS).toBe(180_000);
    expect(limits.POLL_IDLE_CHECK_AFTER_MS).toBe(10_000);
  });

  test('payment return: 2 s, 1 s, ten attempts, 1000 ms doubling to 10000 ms [spec 4.30, 4.31, 4.32, 9.11]', () => {
    expect(limits.PAYMENT_FIRST_FETCH_DELAY_MS).toBe(2000);
    expect(limits.PAYMENT_CONFIRM_DELAY_MS).toBe(1000);
    expect(limits.PAYMENT_MAX_ATTEMPTS).toBe(10);
    expect(limits.PAYMENT_BACKOFF_START_MS).toBe(1000);
    expect(limits.PAYMENT_BACKOFF_MAX_MS).toBe(10_000);
  });

  test('toasts: one at a time, 5000 ms, swiped at 50, F8 [spec 9.12]', () => {
    expect(limits.TOAST_LIMIT).toBe(1);
    expect(limits.TOAST_DURATION_MS).toBe(5000);
    expect(limits.TOAST_SWIPE_THRESHOLD_PX).toBe(50);
    expect(limits.TOAST_HOTKEY).toBe('F8');
  });

  test('compare slider: starts at 50 %, moves by 5 % [spec 2.25, 2.26, 9.13]', () => {
    expect(limits.COMPARE_START_PERCENT).toBe(50);
    expect(limits.COMPARE_STEP_PERCENT).toBe(5);
  });

  test('passwords have 6 characters or more [spec 5.13, 9.9]', () => {
    expect(limits.MIN_PASSWORD_LENGTH).toBe(6);
  });

  test('FirstOrder takes 25 % off [spec 2.13, 9.7]', () => {
    expect(limits.PROMOTION_CODE).toBe('FirstOrder');
    expect(limits.PROMOTION_PERCENT_OFF).toBe(25);
  });

  test('the version is 2.6.0, and the brand is one word [spec 9.14]', () => {
    expect(APP_VERSION).toBe('2.6.0');
    expect(BRAND).toMatch(/^[A-Z][a-z]+$/);
  });
});

test('limits that follow one another are in order', () => {
  expect(limits.MAX_CANVAS_PX).toBeLessThanOrEqual(limits.MAX_IMAGE_PX);
  expect(limits.STUCK_AFTER_MS).toBeLessThan(limits.GIVE_UP_AFTER_MS);
  expect(limits.GIVE_UP_AFTER_MS).toBeLessThan(limits.ORPHAN_AFTER_MS);
});
