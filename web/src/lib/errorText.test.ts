import { ERROR_CODES } from '@heirlight/contract/errors';
import { describe, expect, test } from '@jest/globals';
import { copy } from '../copy/copy';
import { authErrorText, callErrorText, sdkCode, serverCode } from './errorText';

const failure = (fields: object) => Object.assign(new Error('x'), fields);

describe('error texts', () => {
  test('every code of the contract has its own text, which names no code [spec 8.25]', () => {
    const texts = ERROR_CODES.map((code) => copy.errors[code]);
    expect(new Set(texts).size).toBe(ERROR_CODES.length);
    for (const text of texts) expect(text).not.toMatch(/_/);
  });

  test('reads codes where the SDKs put them', () => {
    const error = failure({ code: 'functions/failed-precondition', details: { code: 'no_restores_left' } });
    expect(serverCode(error)).toBe('no_restores_left');
    expect(sdkCode(error)).toBe('functions/failed-precondition');
    expect(serverCode(failure({ details: { code: 'made up' } }))).toBeNull();
    expect(serverCode(null)).toBeNull();
    expect(sdkCode(undefined)).toBe('');
  });

  test('auth errors: known codes, unknown codes (unwrapped message), no message [spec 8.2]', () => {
    expect(authErrorText(failure({ code: 'auth/invalid-credential' }))).toBe(
      copy.authErrors['auth/invalid-credential'],
    );
    expect(authErrorText(failure({ code: 'auth/new-thing', message: 'Firebase: Too clever. (auth/new-thing).' }))).toBe(
      'Too clever.',
    );
    expect(authErrorText(failure({ code: 'auth/new-thing', message: 'Firebase: Error (auth/new-thing).' }))).toBe(
      'Something went wrong',
    );
    // What @firebase/auth 1 makes of `Error code: 47`, of an empty code, of a code alone, of what is no response of Auth.
    for (const [code, message] of [
      ['auth/error-code:-47', 'Firebase: Error (auth/error-code:-47).'],
      ['auth/', 'Firebase: Error (auth/).'],
      ['auth/error-code:-47', 'Firebase: Error code: 47 (auth/error-code:-47).'],
      ['auth/new_thing2', 'Firebase: NEW_THING2 (auth/new_thing2).'],
      ['auth/internal-error', 'Firebase: {"error":{"code":500,"message":"x"}} (auth/internal-error).'],
    ] as const)
      expect(authErrorText(failure({ code, message }))).toBe('Something went wrong');
    const odd = 'Firebase: Too many at once. (auth/new-thing:-2).';
    expect(authErrorText(failure({ code: 'auth/new-thing:-2', message: odd }))).toBe('Too many at once.');
    expect(authErrorText('odd')).toBe('Something went wrong');
    const lost = new TypeError('Failed to fetch dynamically imported module: https://a/b.js');
    expect(authErrorText(lost)).toBe('Something went wrong');
  });

  test('call errors: the code before the message, the message before the fallback', () => {
    expect(callErrorText(failure({ message: 'raw', details: { code: 'photo_processing' } }), 'fallback')).toBe(
      copy.errors.photo_processing,
    );
    for (const message of ['The photo is locked', 'The photo is locked [409]']) {
      expect(callErrorText(failure({ message }), 'fallback')).toBe('The photo is locked');
    }
    // What @firebase/functions 0.13 makes of answers without a message, and of none at all.
    for (const message of ['INTERNAL [500]', 'internal [0]', 'Backend error status: UNAVAILABLE [503]', '']) {
      expect(callErrorText(failure({ message }), 'fallback')).toBe('fallback');
    }
    expect(callErrorText(42, 'fallback')).toBe('fallback');
    const lost = new TypeError('Failed to fetch dynamically imported module: https://a/b.js');
    expect(callErrorText(lost, 'fallback')).toBe('fallback');
  });
});
