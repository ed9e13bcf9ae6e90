import { OPERATOR } from '@heirlight/contract/operator';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { closeDialog, dialogStore, openDialog } from '../domain/dialogs/dialogs';
import AboutDialog from '../features/about/AboutDialog';
import { renderThemed } from '../test/renderThemed';
import { asksForMore } from './address';
import { followAbout } from './startFromAddress';

const goTo = (address: string) =>
  act(async () => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  });
const dialog = (name: string) => screen.queryByRole('dialog', { name });

beforeAll(followAbout);
afterEach(() => {
  act(closeDialog);
  window.history.replaceState(null, '', '/');
});

test('the dialog follows the address', async () => {
  renderThemed(<AboutDialog />);
  await goTo('/#privacy');
  expect(dialog('Privacy')).not.toBeNull();
  for (const text of [OPERATOR.name, ...OPERATOR.address]) expect(screen.getByText(text)).toBeTruthy();
  for (const { name, terms } of OPERATOR.processors) {
    expect(screen.getByRole('link', { name: `What ${name} says about it` }).getAttribute('href')).toBe(terms);
  }
  expect(screen.getByText(`We last read what Replicate says about photos on ${OPERATOR.termsRead}.`)).toBeTruthy();
  await goTo('/#terms');
  expect(dialog('Terms')).not.toBeNull();
  expect(screen.getByText(OPERATOR.name)).toBeTruthy();
  await goTo('/#questions');
  expect(dialog('Asked and answered')).not.toBeNull();
  expect(screen.getByText('Who sees my photo?')).toBeTruthy();
  await goTo('/');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('closed, or with another dialog in its place, it leaves the address, and nothing else of it', async () => {
  renderThemed(<AboutDialog />);
  await goTo('/?utm=1#terms');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.search + window.location.hash).toBe('?utm=1');
  await goTo('/#terms');
  act(() => openDialog('upload'));
  expect(window.location.hash).toBe('');
  expect(dialogStore.get().open).toBe('upload');
});

test('the same link leads there again after its code could not be downloaded', async () => {
  await goTo('/#terms');
  expect(dialogStore.get().open).toBe('about');
  act(closeDialog);
  expect(window.location.hash).toBe('');
});

test('an address that asks for nothing of this leaves another dialog alone', async () => {
  act(() => openDialog('login'));
  await goTo('/#main');
  expect(dialogStore.get().open).toBe('login');
});

test.each([
  ['', '', false],
  ['', '#main', false],
  ['', '#questions', true],
  ['', '#privacy', true],
  ['', '#terms', true],
  ['', '#type=recovery&oobCode=1', true],
  ['?session_id=cs_1', '', true],
  ['?a=1&mode=verifyEmail', '', true],
  ['?utm_source=news', '', false],
])('%s%s hydrates the page: %s', (search, hash, hydrates) => {
  expect(asksForMore({ search, hash })).toBe(hydrates);
});
