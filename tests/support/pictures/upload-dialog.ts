import { expect, type Page } from '@playwright/test';
import type { PictureFile } from './picture-files.ts';

/** The open upload dialog. */
export const modal = (page: Page) => page.getByRole('dialog');

/** Opens the upload dialog of the profile settings by its button. */
export async function openUpload(page: Page, button: string): Promise<void> {
  await page.goto('/app/profile-settings');
  await page.getByRole('button', { name: button }).click();
  await expect(modal(page).getByRole('button', { name: 'browse files' })).toBeVisible();
}

/** Picks a file through the browser's file chooser. */
export async function pick(page: Page, file: PictureFile): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await modal(page).getByRole('button', { name: 'browse files' }).click();
  await (await chooser).setFiles(file);
}

/** Uploads the picked file. */
export const sendFile = (page: Page) => modal(page).getByRole('button', { name: 'Upload 1 file' }).click();
