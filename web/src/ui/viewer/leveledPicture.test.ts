import { afterEach, expect, jest, test } from '@jest/globals';
import { connectivityStore } from '../../lib/connectivity';
import { AGAIN_AFTER_MS } from '../../lib/retryPictures';
import { flush } from '../../test/deferred';
import { openPicture } from './leveledPicture';

afterEach(() => {
  connectivityStore.set('online');
  jest.restoreAllMocks();
});

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

test('what could not be had without a connection is asked for again when it is back', async () => {
  const decode = jest
    .spyOn(HTMLImageElement.prototype, 'decode')
    .mockRejectedValue(new DOMException('', 'EncodingError'));
  const onChange = jest.fn();
  const files = { size: null, thumbnail: null, screen: 'https://example.com/screen.webp', whole: '', tiles: null };
  const picture = openPicture(files, onChange);
  picture.want(800, WHOLE);
  await flush();
  expect([picture.isBlank(), picture.isLost()]).toEqual([true, true]);
  picture.want(800, WHOLE);
  expect(decode).toHaveBeenCalledTimes(1);

  connectivityStore.set('offline');
  decode.mockResolvedValue();
  onChange.mockClear();
  connectivityStore.set('back');
  expect(onChange).toHaveBeenCalledTimes(1);
  picture.want(800, WHOLE);
  await flush();
  expect([picture.isBlank(), picture.isLost()]).toEqual([false, false]);

  picture.close();
  connectivityStore.set('online');
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('what failed is asked for again after a while', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const decode = jest.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new DOMException());
  const files = { size: null, thumbnail: null, screen: 'https://example.com/screen.webp', whole: '', tiles: null };
  const picture = openPicture(files, () => picture.want(800, WHOLE));
  picture.want(800, WHOLE);
  for (const [index, delay] of AGAIN_AFTER_MS.entries()) {
    await flush();
    jest.advanceTimersByTime(delay - 1);
    expect(decode).toHaveBeenCalledTimes(index + 1);
    jest.advanceTimersByTime(1);
    expect(decode).toHaveBeenCalledTimes(index + 2);
  }
  jest.useRealTimers();
});
