import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, type RenderResult, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { closeDialog, dialogStore, openDialog } from '../domain/dialogs/dialogs';
import { setSessionHint } from '../domain/session/sessionHint';
import LoginDialog from '../features/auth/LoginDialog';
import PricingDialog from '../features/pricing/PricingDialog';
import { flush } from '../test/deferred';
import { fakeDomain } from '../test/fakeDomain';
import { jpegBytes, pictureFile } from '../test/pictureBytes';
import { renderThemed } from '../test/renderThemed';
import { earlyDialog } from '../ui/earlyDialog';
import { leaveEarly, openEarly } from './early';
import { earlyDialogs } from './prerender';

const onClose = jest.fn<() => void>();
let opener: HTMLElement;
let react: RenderResult | undefined;
let fake: ReturnType<typeof fakeDomain>;

Object.assign(globalThis, { EARLY_DIALOGS: earlyDialogs() });

beforeEach(() => {
  document.body.innerHTML = '<div id="root"><button data-opens="login">Login / Sign Up</button></div>';
  opener = screen.getByRole('button');
  opener.focus();
  onClose.mockReset();
  fake = fakeDomain();
});
afterEach(() => {
  localStorage.clear();
  leaveEarly();
  act(closeDialog);
  react?.unmount();
  react = undefined;
});

const open = (name = 'login', click?: MouseEvent) => {
  opener.dataset.opens = name;
  return openEarly({ button: opener, click }, () => true, onClose);
};
/** React draws its own dialog, as it does when the page is hydrated. */
async function drawReact(): Promise<void> {
  const name = earlyDialog()?.dataset.early === 'pricing' ? 'pricing' : 'login';
  act(() => openDialog(name));
  react = renderThemed(name === 'pricing' ? <PricingDialog /> : <LoginDialog />, fake.domain);
  await act(flush);
}
const dialog = () => screen.getByRole('dialog', { name: 'Welcome!' });
const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
/** All that is drawn, in its order. The line below a tab is placed by script. */
const looks = () =>
  [...dialog().querySelectorAll('*:not(.MuiTabs-indicator)')].map((part) =>
    [part.tagName, part.getAttribute('class'), part.getAttribute('role'), part.getAttribute('tabindex')].join(' '),
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const tab = (name: string) => screen.getByRole('tab', { name });

describe('a dialog before React is there', () => {
  test('is modal, has the focus, and looks the same as React draws it', async () => {
    await open();
    expect(document.activeElement).toBe(dialog());
    expect(dialog().getAttribute('aria-modal')).toBe('true');
    expect(document.getElementById('root')?.inert).toBe(true);
    expect(document.body.style.overflow).toBe('hidden');
    const early = looks();
    await drawReact();
    expect(looks()).toEqual(early);
  });

  test('comes with a photo at once, but not for a file that will be refused, or one that is held no longer', async () => {
    const notes = new File(['milk, bread'], 'notes.txt', { type: 'text/plain' });
    const offer = (files: File[], isQueued = true) => openEarly({ files }, () => isQueued, onClose);
    await offer([notes]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await offer([notes, pictureFile(jpegBytes(640, 480))], false);
    expect(screen.queryByRole('dialog')).toBeNull();
    await offer([notes, pictureFile(jpegBytes(640, 480))]);
    expect(tab('Sign Up').getAttribute('aria-selected')).toBe('true');
    leaveEarly();
    setSessionHint(true);
    setSessionHint(false);
    await offer([pictureFile(jpegBytes(640, 480))]);
    await offer([pictureFile(jpegBytes(640, 480))]);
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(tab('Login').getAttribute('aria-selected')).toBe('true');
  });

  test('gives the focus to the button in the place of the one that was pressed, if React drew it anew', async () => {
    await open();
    document.getElementById('root')!.innerHTML = '<button>Other</button><button data-opens="login">New</button>';
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement?.textContent).toBe('New');
  });

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['its close button', () => press('Close')],
    ['a press beside it', () => userEvent.click(document.querySelector('.MuiDialog-container')!)],
  ])('is closed by %s, and gives everything back', async (_what, act) => {
    await open();
    await act();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(opener);
    expect(document.getElementById('root')?.inert).toBe(false);
    expect(document.body.getAttribute('style')).toBeNull();
    expect(onClose).toHaveBeenCalledTimes(1);
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('is not closed by a selection that ends beside it', async () => {
    await open();
    fireEvent.pointerDown(email());
    fireEvent.click(document.querySelector('.MuiDialog-container')!);
    expect(onClose).not.toHaveBeenCalled();
  });

  test('changes its tabs by press and by keys, with what was typed', async () => {
    await open();
    await userEvent.type(email(), 'ada@example.com');
    await userEvent.click(tab('Sign Up'));
    expect(tab('Sign Up').getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(tab('Sign Up'));
    expect(screen.getByText('At least 6 characters.')).toBeTruthy();
    expect(email().value).toBe('ada@example.com');
    await userEvent.keyboard('{ArrowRight}');
    expect(tab('Reset').getAttribute('aria-selected')).toBe('true');
    expect(email().value).toBe('');
    await userEvent.keyboard('{ArrowRight}');
    expect(tab('Login').getAttribute('aria-selected')).toBe('true');
    expect(email().value).toBe('ada@example.com');
  });
});

describe('when React has drawn its dialog', () => {
  test('that has what was typed, the focus and the selection; nothing is left of the other', async () => {
    await open();
    await userEvent.click(tab('Sign Up'));
    await userEvent.type(email(), 'ada@example.com');
    await userEvent.type(password(), 'attic-box');
    password().setSelectionRange(2, 5);
    await drawReact();
    expect(earlyDialog()).toBeNull();
    expect(tab('Sign Up').getAttribute('aria-selected')).toBe('true');
    expect([email().value, password().value]).toEqual(['ada@example.com', 'attic-box']);
    expect(document.activeElement).toBe(password());
    expect([password().selectionStart, password().selectionEnd]).toEqual([2, 5]);
    expect(document.getElementById('root')?.inert).toBe(false);
    expect(onClose).not.toHaveBeenCalled();
    await press('Sign Up');
    expect(fake.auth.signUp).toHaveBeenCalledWith({ email: 'ada@example.com', password: 'attic-box' });
  });

  test('a press on its button is carried out once', async () => {
    await open();
    await userEvent.type(email(), 'ada@example.com');
    await userEvent.type(password(), 'attic-box{Enter}');
    expect(screen.getByRole('button', { name: 'Login' }).dataset.queued).toBe('');
    await press('Login');
    await drawReact();
    await waitFor(() => expect(dialogStore.get().open).toBeNull());
    expect(fake.auth.signIn.mock.calls).toEqual([[{ email: 'ada@example.com', password: 'attic-box' }]]);
  });

  test('closing it leads the focus back to what was pressed', async () => {
    await open();
    await userEvent.click(email());
    await drawReact();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(opener);
  });

  test('a press on a pack before is a purchase now', async () => {
    await open('pricing');
    const buy = screen.getAllByRole('button', { name: /^Buy/ })[1]!;
    await userEvent.click(buy);
    await drawReact();
    await waitFor(() => expect(dialogStore.get().open).toBe('login'));
  });
});

// Last: from the first click on, double clicks are followed on the whole page.
test('the second click of the one that opened it does not close it', async () => {
  const at = { clientX: 100, clientY: 100, detail: 1 };
  const beside = () => document.querySelector('.MuiDialog-container')!;
  const clickBeside = (detail: number) => {
    fireEvent.pointerDown(beside(), { ...at, detail, pointerType: 'mouse' });
    fireEvent.click(beside(), { ...at, detail });
  };
  await open('login', new MouseEvent('click', at));
  clickBeside(2);
  expect(onClose).not.toHaveBeenCalled();
  jest.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(performance.now() + 1000);
  clickBeside(1);
  expect(onClose).toHaveBeenCalledTimes(1);
});
