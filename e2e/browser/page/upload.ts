import { expect, type Page } from '@playwright/test';

/** Longest wait for a real restore, which shares the processor with other tests. Such a test is `test.slow()`. */
export const RESTORE_LIMIT_MS = 160_000;

type FilePayload = { name: string; mimeType: string; buffer: Buffer };

/** Opens the upload dialog from the hero and puts a file in it, as the picker would. */
export async function chooseFile(page: Page, file: string | FilePayload): Promise<void> {
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
  await expect(dialog).toBeVisible();
  await dialog.locator('input[type=file]').setInputFiles(file);
}

/** The whole upload, until the dialog has closed itself. */
export async function uploadPhoto(page: Page, upload: { file: string | FilePayload; tool?: string }): Promise<void> {
  await chooseFile(page, upload.file);
  const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
  if (upload.tool) await dialog.getByRole('tab', { name: upload.tool }).click();
  await dialog.getByRole('button', { name: 'Restore Photo' }).click();
}
