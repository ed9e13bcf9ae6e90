import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { creditsStore } from '../../domain/account/creditsStore';
import { closeDialog, dialogStore, openDialog } from '../../domain/dialogs/dialogs';
import { PurchasesContext } from '../../domain/purchases/usePurchases';
import { wantedPackStore } from '../../domain/purchases/wantedPack';
import { sessionStore } from '../../domain/session/sessionStore';
import { type Deferred, deferred, flush } from '../../test/deferred';
import { fakeDomain } from '../../test/fakeDomain';
import { renderThemed } from '../../test/renderThemed';
import { aUser } from '../../test/samples';
import PricingDialog from './PricingDialog';

const PRICES = { prices: { pack_5: 'price_5', pack_25: 'price_25', pack_50: null } };
let fake: ReturnType<typeof fakeDomain>;
/** The requests for a Checkout Session, each waiting for the test. */
let sessions: (Deferred<unknown> & { request: unknown })[];

beforeEach(() => {
  fake = fakeDomain();
  sessions = [];
  fake.call.mockImplementation(async (key, request) => {
    if (key === 'listPrices') return PRICES;
    const session = { ...deferred<unknown>(), request };
    sessions.push(session);
    return session.promise;
  });
  act(() => {
    sessionStore.set({ status: 'signedIn', user: aUser({ id: 'u1', email: 'a@b.c' }) });
    openDialog('pricing');
  });
});

const show = () =>
  renderThemed(
    <PurchasesContext value={fake.purchases}>
      <PricingDialog />
    </PurchasesContext>,
    fake.domain,
  );
const cards = () => screen.getAllByRole('listitem');

describe('pricing dialog', () => {
  test('shows three packs: price, price per photo, the popular one [spec 2.40, 3.20, 9.8]', async () => {
    show();
    expect(screen.getByRole('dialog', { name: 'Simple, Powerful Pricing' })).toBeTruthy();
    const [five, twentyFive, fifty] = cards();
    expect(five?.textContent).toMatch(/5 photos\$2\$0\.40 per photo/);
    expect(twentyFive?.textContent).toMatch(/25 photos\$6\$0\.24 per photo/);
    expect(fifty?.textContent).toMatch(/Popular50 photos\$8/);
    expect(screen.getAllByText('Popular')).toHaveLength(1);
    await waitFor(() => expect(fifty?.textContent).toContain('Not on sale yet'));
    expect(fifty?.textContent).toContain('$0.16 per photo');
  });

  test('a purchase in progress is shown and disables the others; a second press does nothing [spec 4.27]', async () => {
    show();
    const [five, twentyFive] = cards();
    await userEvent.click(screen.getByRole('button', { name: 'Buy Now: 25 photos' }));
    const busy = within(twentyFive!).getByRole('button', { name: 'Processing...', busy: true });
    expect(within(five!).getByRole<HTMLButtonElement>('button').disabled).toBe(true);
    await userEvent.click(busy);
    await waitFor(() => expect(sessions).toHaveLength(1));
    await act(async () => sessions[0]?.resolve({ sessionId: 'cs_1' }));
    await waitFor(() => expect(within(five!).getByRole<HTMLButtonElement>('button').disabled).toBe(false));
    expect(sessions.map(({ request }) => request)).toEqual([{ priceId: 'price_25', userId: 'u1', email: 'a@b.c' }]);
  });

  test('closing cancels the purchase: only a choice after reopening leads to the checkout', async () => {
    show();
    const buy = (card: number) => userEvent.click(within(cards()[card]!).getByRole('button'));
    await buy(0);
    await waitFor(() => expect(sessions).toHaveLength(1));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => openDialog('pricing'));
    await buy(1);
    await waitFor(() => expect(sessions).toHaveLength(2));
    await act(async () => sessions[0]?.resolve({ sessionId: 'cs_5' }));
    expect(fake.checkout.redirect).not.toHaveBeenCalled();
    expect(within(cards()[1]!).getByRole('button', { name: 'Processing...' })).toBeTruthy();
    await act(async () => sessions[1]?.resolve({ sessionId: 'cs_25' }));
    await waitFor(() => expect(fake.checkout.redirect.mock.calls.map(([id]) => id)).toEqual(['cs_25']));
  });

  test('reopened during its exit animation it accepts another choice', async () => {
    show();
    await userEvent.click(within(cards()[0]!).getByRole('button'));
    await waitFor(() => expect(sessions).toHaveLength(1));
    act(() => closeDialog());
    act(() => openDialog('pricing'));
    expect(screen.queryByRole('button', { name: 'Processing...' })).toBeNull();
    await userEvent.click(within(cards()[1]!).getByRole('button'));
    await act(async () => {
      sessions[0]?.resolve({ sessionId: 'cs_5' });
      await flush();
    });
    expect(within(cards()[1]!).getByRole('button', { name: 'Processing...' })).toBeTruthy();
  });

  test('the pack that was chosen before logging in is marked and one press away', () => {
    act(() => wantedPackStore.set('pack_25'));
    show();
    expect(within(cards()[1]!).getByText('You chose this pack')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Buy Now: 25 photos' }));
    act(() => wantedPackStore.set(null));
    expect(screen.queryByText('You chose this pack')).toBeNull();
  });

  test('a user without restores can look at a photo first; nobody else is told', async () => {
    const offer = () => screen.queryByRole('button', { name: /^Look at a photo first, free/ });
    act(() => creditsStore.set({ status: 'ready', restoresAvailable: 1 }));
    show();
    expect(offer()).toBeNull();
    act(() => creditsStore.set({ status: 'ready', restoresAvailable: 0 }));
    act(() => sessionStore.set({ status: 'signedOut' }));
    expect(offer()).toBeNull();
    act(() => sessionStore.set({ status: 'signedIn', user: aUser({ id: 'u1' }) }));
    await userEvent.click(offer()!);
    await waitFor(() => expect(dialogStore.get().open).toBe('upload'));
  });

  test('a visitor downloads no prices before they log in', async () => {
    act(() => sessionStore.set({ status: 'signedOut' }));
    show();
    expect(fake.load.functions).not.toHaveBeenCalled();
    expect(cards()).toHaveLength(3);
    await act(async () => sessionStore.set({ status: 'signedIn', user: aUser() }));
    expect(fake.call).toHaveBeenCalledWith('listPrices', null);
  });

  test('prices that do not come are logged; no pack counts as not on sale', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    fake.call.mockRejectedValue(new Error('busy'));
    show();
    await waitFor(() => expect(log).toHaveBeenCalledWith('list-prices failed', expect.any(Error)));
    expect(screen.queryByText('Not on sale yet')).toBeNull();
    log.mockRestore();
  });

  test('coming back from the checkout with the back button, another pack can be bought', async () => {
    show();
    await userEvent.click(within(cards()[0]!).getByRole('button'));
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeTruthy();
    act(() => void window.dispatchEvent(new Event('pageshow')));
    expect(screen.queryByRole('button', { name: 'Processing...' })).toBeNull();
  });
});
