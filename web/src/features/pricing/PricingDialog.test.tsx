import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { closeDialog, openDialog } from '../../lib/dialogs';
import { sessionStore } from '../../lib/sessionStore';
import { renderThemed } from '../../test/renderThemed';

const listPrices = jest.fn<() => Promise<unknown>>();
const createCheckoutSession = jest.fn<(request: object) => Promise<unknown>>();
jest.mock('./pricingCalls', () => ({
  listPrices: () => listPrices(),
  createCheckoutSession: (request: object) => createCheckoutSession(request),
}));
const redirectToCheckout = jest.fn<(sessionId: string) => Promise<void>>();
jest.mock('./stripeRedirect', () => ({ redirectToCheckout: (sessionId: string) => redirectToCheckout(sessionId) }));

// Imported after the mocks: with jest's explicit imports the transform does not move them above other imports.
let PricingDialog: typeof import('./PricingDialog').default;
beforeAll(async () => {
  PricingDialog = (await import('./PricingDialog')).default;
});

beforeEach(() => {
  jest.resetAllMocks();
  listPrices.mockResolvedValue({ prices: { pack_5: 'price_5', pack_25: 'price_25', pack_50: null } });
  act(() => {
    sessionStore.set({ status: 'signedIn', user: { id: 'u1', email: 'a@b.c', emailVerified: true } });
    openDialog('pricing');
  });
});

const cards = () => screen.getAllByRole('listitem');

describe('pricing dialog', () => {
  test('shows three packs with their price, the price of a photo, and which is popular [spec 2.40, 3.20, 9.8]', async () => {
    renderThemed(<PricingDialog />);
    expect(screen.getByRole('dialog', { name: 'Simple, Powerful Pricing' })).toBeTruthy();
    const [five, twentyFive, fifty] = cards();
    expect(five?.textContent).toMatch(/5 photos\$2\$0\.40 per photo/);
    expect(twentyFive?.textContent).toMatch(/25 photos\$6\$0\.24 per photo/);
    expect(fifty?.textContent).toMatch(/Popular50 photos\$8/);
    expect(screen.getAllByText('Popular')).toHaveLength(1);
    await waitFor(() => expect(fifty?.textContent).toContain('Not on sale yet'));
  });

  test('while one is bought it says so and the others cannot be; a second press buys nothing [spec 4.27]', async () => {
    let answer: (session: object) => void = () => undefined;
    createCheckoutSession.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    renderThemed(<PricingDialog />);
    const [five, twentyFive] = cards();
    await userEvent.click(within(twentyFive!).getByRole('button'));
    const busy = within(twentyFive!).getByRole('button', { name: 'Processing...' });
    expect(within(five!).getByRole<HTMLButtonElement>('button').disabled).toBe(true);
    await userEvent.click(busy);
    await waitFor(() => expect(createCheckoutSession).toHaveBeenCalledTimes(1));
    await act(async () => answer({ sessionId: 'cs_1' }));
    await waitFor(() => expect(within(five!).getByRole<HTMLButtonElement>('button').disabled).toBe(false));
    expect(createCheckoutSession).toHaveBeenCalledWith({ priceId: 'price_25', userId: 'u1', email: 'a@b.c' });
  });

  test('closing gives the purchase up: only the one chosen after opening again leads to the checkout', async () => {
    const sessions: ((session: object) => void)[] = [];
    createCheckoutSession.mockImplementation(() => new Promise((resolve) => sessions.push(resolve)));
    renderThemed(<PricingDialog />);
    const buy = (card: number) => userEvent.click(within(cards()[card]!).getByRole('button'));
    await buy(0);
    await waitFor(() => expect(sessions).toHaveLength(1));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => openDialog('pricing'));
    await buy(1);
    await waitFor(() => expect(sessions).toHaveLength(2));
    await act(async () => sessions[0]?.({ sessionId: 'cs_5' }));
    expect(redirectToCheckout).not.toHaveBeenCalled();
    expect(within(cards()[1]!).getByRole('button', { name: 'Processing...' })).toBeTruthy();
    await act(async () => sessions[1]?.({ sessionId: 'cs_25' }));
    await waitFor(() => expect(redirectToCheckout.mock.calls).toEqual([['cs_25']]));
  });

  test('opened again before it has faded out, it stands ready for another choice', async () => {
    createCheckoutSession.mockReturnValue(new Promise(() => undefined));
    renderThemed(<PricingDialog />);
    await userEvent.click(within(cards()[0]!).getByRole('button'));
    act(() => closeDialog());
    act(() => openDialog('pricing'));
    expect(screen.queryByRole('button', { name: 'Processing...' })).toBeNull();
  });

  test('a visitor downloads no prices', () => {
    act(() => sessionStore.set({ status: 'signedOut' }));
    renderThemed(<PricingDialog />);
    expect(listPrices).not.toHaveBeenCalled();
    expect(cards()).toHaveLength(3);
  });
});
