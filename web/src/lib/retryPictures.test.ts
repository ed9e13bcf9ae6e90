import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { connectivityStore } from './connectivity';
import { AGAIN_AFTER_MS, retryPictures } from './retryPictures';

let stop = () => {};
/** How often a picture of the page was asked for. */
let asked: number;

/** A picture that never arrives; jsdom loads none. */
function brokenPicture(src = 'https://example.com/grandma.webp'): HTMLImageElement {
  const image = document.createElement('img');
  image.setAttribute('src', src);
  Object.defineProperties(image, { complete: { value: true }, naturalWidth: { value: 0 } });
  jest.spyOn(image, 'src', 'set').mockImplementation(() => {
    asked++;
  });
  return image;
}

const fail = (image: HTMLImageElement) => image.dispatchEvent(new Event('error'));

beforeEach(() => {
  jest.useFakeTimers();
  asked = 0;
});
afterEach(() => {
  stop();
  connectivityStore.set('online');
  document.body.replaceChildren();
  jest.useRealTimers();
});

test('a picture that did not arrive is asked for three times more, later and later', () => {
  stop = retryPictures();
  const image = brokenPicture();
  document.body.append(image);
  for (const [index, delay] of AGAIN_AFTER_MS.entries()) {
    fail(image);
    jest.advanceTimersByTime(delay - 1);
    expect(asked).toBe(index);
    jest.advanceTimersByTime(1);
    expect(asked).toBe(index + 1);
  }
  fail(image);
  jest.advanceTimersByTime(3_600_000);
  expect(asked).toBe(3);
  // Then when the connection is back.
  connectivityStore.set('offline');
  expect(asked).toBe(3);
  connectivityStore.set('back');
  expect(asked).toBe(4);
});

test('one that failed before is asked for too; without a connection it waits for that', () => {
  document.body.append(brokenPicture());
  connectivityStore.set('offline');
  stop = retryPictures();
  jest.advanceTimersByTime(3_600_000);
  expect(asked).toBe(0);
  connectivityStore.set('back');
  expect(asked).toBe(1);
});

test('what has left the page, and what no server has, is not asked for', () => {
  stop = retryPictures();
  const [gone, own] = [brokenPicture(), brokenPicture('blob:https://example.com/1')];
  document.body.append(gone, own);
  fail(gone);
  fail(own);
  gone.remove();
  jest.advanceTimersByTime(3_600_000);
  expect(asked).toBe(0);
});
