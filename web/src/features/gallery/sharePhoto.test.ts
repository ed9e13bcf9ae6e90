import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { subscribeToasts } from '../../lib/toast';
import { sharePhoto } from './sharePhoto';

let titles: string[] = [];
subscribeToasts(({ title }) => titles.push(title));
const share = jest.fn<(data: ShareData) => Promise<void>>();
const writeText = jest.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  titles = [];
  jest.resetAllMocks();
  Object.assign(navigator, { share });
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
});

describe('sharePhoto', () => {
  test('opens the share sheet if available; closing it shows no toast', async () => {
    await sharePhoto('https://storage/r.png');
    expect(share).toHaveBeenCalledWith({ title: 'Restored with Heirlight', url: 'https://storage/r.png' });
    share.mockRejectedValue(new DOMException('', 'AbortError'));
    await sharePhoto('https://storage/r.png');
    expect(titles).toEqual([]);
    expect(writeText).not.toHaveBeenCalled();
  });

  test('copies the link without a share sheet', async () => {
    Reflect.deleteProperty(navigator, 'share');
    await sharePhoto('https://storage/r.png');
    expect(writeText).toHaveBeenCalledWith('https://storage/r.png');
    writeText.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await sharePhoto('https://storage/r.png');
    expect(titles).toEqual(['Link Copied', 'Could Not Share']);
  });
});
