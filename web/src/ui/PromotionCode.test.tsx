import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { subscribeToasts } from '../lib/toast';
import { renderThemed } from '../test/renderThemed';
import { PromotionCode } from './PromotionCode';

const PROMISE = 'Use code FirstOrder for 25% off all plans at checkout.';
const config = { firebase: { apiKey: 'k', projectId: 'p' } };
const titles: string[] = [];
let stopToasts: () => void;

beforeEach(() => {
  titles.length = 0;
  stopToasts = subscribeToasts(({ title }) => titles.push(title));
});
afterEach(() => stopToasts());

const tell = (more: object) => {
  globalThis.fetch = jest.fn<typeof fetch>().mockResolvedValue({
    ok: true,
    json: async () => ({ ...config, ...more }),
  } as Response);
};
const press = (name: string) => screen.getByRole('button', { name });

describe('the promotion code', () => {
  test('one press copies it, and says so aloud; a refused clipboard shows it for typing', async () => {
    globalThis.fetch = jest.fn<typeof fetch>().mockRejectedValue(new TypeError('offline'));
    const user = userEvent.setup();
    renderThemed(<PromotionCode />);
    expect(document.body.textContent).toContain(PROMISE);
    await user.click(press('Copy Code'));
    expect(await navigator.clipboard.readText()).toBe('FirstOrder');
    expect(press('Copied')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toContain('FirstOrder is copied');
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    await user.click(press('Copied'));
    expect(titles).toEqual(['Not Copied']);
  });

  test('where the shop takes it for first orders only, the page says so', async () => {
    tell({ promotionFirstOrdersOnly: true });
    renderThemed(<PromotionCode />);
    expect(await screen.findByText(/It is good for your first order\./)).toBeTruthy();
    expect(document.body.textContent).toContain(`${PROMISE} It is good for your first order.`);
  });
});
