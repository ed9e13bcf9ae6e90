import { expect, test } from '@jest/globals';
import { closeDialog, closeIfOpen, dialogStore, openDialog, openLogin } from './dialogs';

test('one dialog is open at a time, and what ends late closes only its own', () => {
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
