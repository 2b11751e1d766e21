import { expect, type Page } from '@playwright/test';
import type { PictureFile } from '../pictures/picture-files.ts';
import type { App } from '../server/app-process.ts';

/** The link that opens a tab of the editor. */
export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: /^Editor of/ }).getByRole('link', { name });

/** The titles of the blocks in order. */
export const titles = (page: Page) =>
  page.getByRole('list', { name: 'Connected accounts and blocks' }).getByRole('heading', { level: 3 });

/** Reads the stored blocks of a handle. */
export const stored = async (page: Page, id: number) => (await page.request.get(`/api/handles/${id}/blocks`)).json();

/** Replaces the stored blocks of a handle, as another tab would. */
export const put = (app: App, page: Page, id: number, blocks: object[]) =>
  page.request.put(`/api/handles/${id}/blocks`, { headers: { origin: app.url }, data: blocks });

/** Waits until the bar shows that everything is saved. */
export const saved = (page: Page) => expect(page.getByText('All changes are live.')).toBeVisible();

/** Opens the menu of a block. */
export async function openMenu(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${title}` }).press('Enter');
  await page.getByRole('menu').waitFor();
}

/** Opens the dialog that adds a block, and searches in it. */
export async function startAdding(page: Page, search: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search, or paste an address' }).fill(search);
}

/** Uploads a picture of the handle by a button of the editor, cropped as the dialog proposes it. */
export async function uploadPicture(page: Page, button: string, file: PictureFile): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog').last();
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'browse files' }).click();
  await (await chooser).setFiles(file);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(dialog.getByRole('button', { name: 'Upload 1 file' })).toBeHidden();
}
