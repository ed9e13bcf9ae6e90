import { expect, test } from '@jest/globals';
import { closeDialog, closeIfOpen, dialogStore, openDialog, openLogin } from './dialogs';

test('only one dialog is open, and late work closes only its own dialog', () => {
  openDialog('upload');
  openLogin('reset');
  expect(dialogStore.get()).toEqual({ open: 'login', loginTab: 'reset' });
  closeIfOpen('upload');
  expect(dialogStore.get().open).toBe('login');
  closeIfOpen('login');
  expect(dialogStore.get().open).toBeNull();
  openDialog('login');
  expect(dialogStore.get().loginTab).toBeUndefined();
  closeDialog();
});
