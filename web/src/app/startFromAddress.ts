import { CANCELLED_CHECKOUT } from '@heirlight/contract/paths';
import { copy } from '../copy/copy';
import { awaitRestores } from '../domain/account/creditsStore';
import { closeIfOpen, dialogStore, openDialog } from '../domain/dialogs/dialogs';
import { toast } from '../lib/toast';
import { type Address, isAbout, isEmailLink, isPaymentReturn } from './address';
import { addressCode, domainCode } from './lazyCode';

/** Leaves the address as it is, so that a reload tries again. */
export function sayUnreachable(error: unknown): void {
  console.error(error);
  toast(copy.toasts.serviceUnreachable);
}

function startWhenHere<Code>(
  code: Promise<Code>,
  start: (code: Code) => void,
  onLost: (error: unknown) => void = sayUnreachable,
): void {
  code.then(start, onLost).catch(console.error);
}

/** A calm word, once: the checkout leads back here by its own link, before anything is paid. */
function sayCancelled(): void {
  window.history.replaceState(null, '', '/');
  toast(copy.toasts.checkoutCancelled);
}

/**
 * Questions, privacy and terms follow the address, so that Back closes them and their address can be sent to somebody.
 * Closed, or with another dialog in their place, they leave the address: the same link leads there again.
 */
export function followAbout(): void {
  const { history, location } = window;
  const follow = () => (isAbout(location) ? openDialog('about') : closeIfOpen('about'));
  const leave = () => {
    if (dialogStore.get().open !== 'about' && isAbout(location))
      history.replaceState(null, '', location.pathname + location.search);
  };
  follow();
  window.addEventListener('hashchange', follow);
  dialogStore.subscribe(leave);
}

/**
 * Starts what the address asks for: the return from checkout (`session_id`) or a link from an e-mail (`mode`, or a hash
 * with `type=recovery`). Its code is downloaded only then.
 */
export function startFromAddress(address: Address, code = { domain: domainCode, ...addressCode }): void {
  if (isPaymentReturn(address)) {
    // Before the page is drawn: it must not say that there are none left.
    awaitRestores(true);
    startWhenHere(
      Promise.all([code.paymentReturn(), code.domain()]),
      ([{ followPayment }, { domain }]) => void followPayment(domain),
      (error) => {
        awaitRestores(false);
        sayUnreachable(error);
      },
    );
  }
  if (address.search === `?${CANCELLED_CHECKOUT}`) sayCancelled();
  if (isEmailLink(address)) {
    startWhenHere(Promise.all([code.emailLink(), code.domain()]), ([{ handleEmailLink }, { domain }]) => {
      handleEmailLink(domain.session);
    });
  }
}
