import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { openMenu, put, saved, startAdding, stored, tab, titles, uploadPicture } from '../support/browser/editor.ts';
import { test } from '../support/browser/fixtures.ts';
import { pressAgain } from '../support/browser/press-again.ts';
import { signedInWith } from '../support/browser/sign-in.ts';
import { jpegFile, pngFile } from '../support/pictures/picture-files.ts';

/** The page beside the form, which is in a shadow root. */
const preview = (page: Page) => page.getByRole('img', { name: /^Preview of / }).locator('.np');

test('every kind of block can be added, and the page beside the form and the public page show it', async ({
  app,
  page,
}) => {
  const handle = 'editor-of-all-kinds';
  const id = await signedInWith(app, page, handle);
  await page.goto('/app/manage-social');
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add to Page' });

  await startAdding(page, 'heading');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Heading' }).fill('The shop');
  await add.click();
  await expect(preview(page).getByRole('heading', { name: 'The shop', includeHidden: true })).toBeAttached();

  await startAdding(page, 'anything');
  await page.getByRole('dialog').getByRole('button', { name: /^Link/ }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Spring prints');
  await page.getByRole('textbox', { name: 'Address' }).fill('shop.maya.example/spring');
  await page.getByRole('textbox', { name: 'Emoji' }).fill('🌷');
  await page.keyboard.press('Enter');
  await expect(preview(page).getByText('Spring prints')).toBeAttached();

  await startAdding(page, 'A few lines');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Text' }).fill('First line\nSecond line');
  await add.click();

  await startAdding(page, 'Row of icons');
  await page.keyboard.press('Enter');
  await page.getByLabel('Network').selectOption('bluesky');
  await page.getByRole('textbox', { name: 'Name or address' }).fill('nodot');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText(/has a dot in it/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Name or address' }).fill('maya.bsky.social');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Networks in this row' }).getByRole('listitem')).toHaveCount(1);
  await add.click();

  await startAdding(page, 'Video');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Title' }).fill('Studio tour');
  await page.getByRole('textbox', { name: 'Address' }).fill('https://vimeo.com/12345');
  await add.click();

  await startAdding(page, 'contact');
  await page.keyboard.press('Enter');
  await add.click();
  await startAdding(page, 'newsletter');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: /^Title/ }).fill('Letters');
  await add.click();
  await startAdding(page, 'contact');
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Contact form/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  // A pasted address chooses its network and user name.
  await startAdding(page, 'instagram.com/maya.makes/');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Instagram maya.makes' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add Instagram' }).getByRole('textbox')).toHaveValue('maya.makes');
  await page.getByRole('button', { name: 'Add Link' }).click();

  const all = ['The shop', 'Spring prints', 'First line Second line', 'Row of icons', 'Studio tour'];
  await expect(titles(page)).toHaveText([...all, 'Contact form', 'Letters', 'Instagram']);
  expect(await stored(page, id)).toMatchObject([
    { type: 'heading', text: 'The shop' },
    { type: 'link', title: 'Spring prints', url: 'https://shop.maya.example/spring', emoji: '🌷' },
    { type: 'text', text: 'First line\nSecond line' },
    { type: 'icons', items: [{ platform: 'bluesky', username: 'maya.bsky.social' }] },
    { type: 'embed', kind: 'video', url: 'https://vimeo.com/12345' },
    { type: 'contact' },
    { type: 'subscribe', title: 'Letters' },
    { type: 'network', platform: 'instagram', url: 'https://instagram.com/maya.makes' },
  ]);
  await expect.poll(async () => (await page.request.get(`/${handle}`)).text()).toContain('Spring prints');
});

test('blocks are hidden, featured, scheduled, duplicated, moved and removed, and each step can be undone', async ({
  app,
  page,
}) => {
  const handle = 'editor-of-many-steps';
  const id = await signedInWith(app, page, handle);
  await put(app, page, id, [
    { type: 'link', title: 'Shop', url: 'https://shop.example/' },
    { type: 'link', title: 'Blog', url: 'https://blog.example/' },
  ]);
  await page.goto('/app/manage-social');
  await page.getByRole('switch', { name: 'Show Shop on your page' }).click();
  await expect(page.getByText('Hidden', { exact: true })).toBeVisible();
  await expect(preview(page).getByText('Shop')).toHaveCount(0);
  await saved(page);
  await openMenu(page, 'Blog');
  await page.getByRole('menuitem', { name: 'Feature it' }).click();
  await expect(page.getByText('Featured', { exact: true })).toBeVisible();
  await openMenu(page, 'Blog');
  await page.getByRole('menuitem', { name: 'Schedule' }).click();
  await page.getByLabel('Shown from').fill('2031-05-01T10:00');
  await page.getByLabel('Shown until').fill('2031-05-01T09:00');
  await page.getByRole('button', { name: 'Save Schedule' }).click();
  await expect(page.getByText('Please choose an end after the start.')).toBeVisible();
  await page.getByLabel('Shown until').fill('2031-06-01T09:00');
  await page.getByRole('button', { name: 'Save Schedule' }).click();
  await expect(page.getByText('From 1 May 2031')).toBeVisible();
  await expect(page.getByText('Until 1 June 2031')).toBeVisible();
  await expect(preview(page).getByText('Blog')).toHaveCount(0);
  expect(await stored(page, id)).toMatchObject([
    { title: 'Shop', hidden: true },
    { title: 'Blog', featured: true, from: expect.stringMatching(/^2031-0[45]/) },
  ]);
  await openMenu(page, 'Shop');
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(titles(page)).toHaveText(['Shop', 'Shop', 'Blog']);
  await page.getByRole('button', { name: 'Remove Blog' }).click();
  await expect(titles(page)).toHaveText(['Shop', 'Shop']);
  await saved(page);

  const undo = page.getByRole('button', { name: 'Undo', exact: true }).first();
  await undo.click();
  await expect(titles(page)).toHaveText(['Shop', 'Shop', 'Blog']);
  await undo.click();
  await expect(titles(page)).toHaveText(['Shop', 'Blog']);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('From 1 May 2031')).toBeHidden();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Hidden', { exact: true })).toBeHidden();
  await expect(undo).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Control+Shift+z');
  await expect(page.getByText('Hidden', { exact: true })).toBeVisible();
  await expect
    .poll(() => stored(page, id))
    .toMatchObject([
      { title: 'Shop', hidden: true },
      { title: 'Blog', featured: false, from: null },
    ]);
});

test('unsaved changes survive a change of tabs, are shown on the page beside them, and are guarded outside the editor', async ({
  app,
  page,
}) => {
  await signedInWith(app, page, 'editor-of-four-tabs');
  await page.goto('/app/manage-handle/editor-of-four-tabs');
  await page.getByLabel('Display Name').fill('Maya Makes');
  await expect(preview(page).getByText('Maya Makes')).toBeAttached();
  await tab(page, 'Look').click();
  await expect(page).toHaveURL(/\/app\/manage-appearance$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Appearance' })).toBeVisible();
  await page.getByRole('radio', { name: 'Royal Gold', exact: true }).click();
  await expect(preview(page).getByText('Maya Makes')).toBeAttached();
  await tab(page, 'Mail').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Email Magic for editor-of-four-tabs' })).toBeVisible();
  await expect(page.getByText('There are unsaved changes.')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Royal Gold', exact: true })).toBeChecked();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('button', { name: 'Save Royal Gold Theme' }).click();
  await expect(page.getByText('Profile appearance updated successfully', { exact: true })).toBeVisible();
  await tab(page, 'Details').click();
  await expect(page.getByLabel('Display Name')).toHaveValue('Maya Makes');
  const [handle] = await (await page.request.get('/api/handles')).json();
  expect(handle).toMatchObject({ displayName: 'Maya Makes', template: 'royal' });
  await expect(page.getByText('There are unsaved changes.')).toBeHidden();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL(/\/app\/manage$/);
});

test('the look of a page has an accent, a background, buttons, a font and a layout, with a note about contrast', async ({
  app,
  page,
}) => {
  const id = await signedInWith(app, page, 'editor-of-own-look');
  await page.goto('/app/manage-appearance');
  const accent = page.getByRole('textbox', { name: 'Accent', exact: true });
  await accent.fill('#12');
  await expect(page.getByText('A colour has six digits, such as #1a2b3c.')).toBeVisible();
  await accent.fill('#111111');
  await expect(page.getByText(/Your page uses .* instead of your accent/)).toBeVisible();
  await page.getByRole('radio', { name: 'Gradient' }).click();
  await page.getByLabel('Direction').fill('90');
  await page.getByRole('radio', { name: 'Pill' }).click();
  await page.getByRole('radio', { name: 'Fraunces' }).click();
  await page.getByRole('radio', { name: 'Grid' }).click();
  await expect(preview(page)).toHaveCSS('background-image', /linear-gradient\(90deg/);
  await page.getByRole('button', { name: 'Save Neon Nights Theme' }).click();
  await expect(page.getByText('Profile appearance updated successfully', { exact: true })).toBeVisible();
  const look = async () => (await (await page.request.get(`/api/handles/${id}`)).json()).look;
  expect(await look()).toMatchObject({
    accent: '#111111',
    background: { kind: 'gradient', angle: 90 },
    buttons: 'pill',
    font: 'fraunces',
    layout: 'grid',
  });
  await page.getByRole('button', { name: 'Theme as it is' }).click();
  await pressAgain(
    page,
    page.getByRole('button', { name: 'Save Neon Nights Theme' }),
    `**/api/handles/${id}/appearance`,
  );
  await expect.poll(look).toBeNull();
});

test('pictures of a page, a block and a background are uploaded in their tabs, each in its shape, and saved', {
  tag: '@long',
}, async ({ app, page }) => {
  const id = await signedInWith(app, page, 'editor-with-pictures');
  await put(app, page, id, [{ type: 'link', title: 'Shop', url: 'https://shop.example/' }]);
  const path = (kind: string) => expect.stringMatching(new RegExp(`^/media/${kind}-[0-9a-z]+-\\d+\\.webp$`));
  const shape = async (address: string) => {
    const { width = 0, height = 1 } = await sharp(await (await page.request.get(address)).body()).metadata();
    return Math.round((width / height) * 100) / 100;
  };

  await page.goto('/app/manage-handle/editor-with-pictures');
  await uploadPicture(page, 'Upload a picture', await pngFile(900, 600));
  await expect(page.getByLabel('Profile Picture URL')).toHaveValue(/^\/media\/avatar-/);
  await uploadPicture(page, 'Upload a banner', await jpegFile(1500, 1200));
  await expect(page.getByLabel('Banner Image URL')).toHaveValue(/^\/media\/banner-/);
  await expect(preview(page).locator('img[src^="/media/avatar-"]')).toBeAttached();
  await expect(page.getByText('There are unsaved changes.')).toBeVisible();

  await tab(page, 'Look').click();
  await uploadPicture(page, 'Upload Background picture', await jpegFile(900, 1200));
  await page.getByRole('button', { name: 'Save Neon Nights Theme' }).click();
  await expect(page.getByText('Profile appearance updated successfully', { exact: true })).toBeVisible();
  const handle = await (await page.request.get(`/api/handles/${id}`)).json();
  expect(handle).toMatchObject({
    profilePicture: path('avatar'),
    bannerImage: path('banner'),
    look: { background: { kind: 'picture', image: path('background') } },
  });

  await tab(page, 'Links').click();
  await openMenu(page, 'Shop');
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await uploadPicture(page, 'Upload Picture (optional)', await pngFile(800, 800));
  await expect(page.getByRole('button', { name: 'Remove Picture (optional)' })).toBeVisible();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await saved(page);
  const [shop] = await stored(page, id);
  expect(shop).toMatchObject({ title: 'Shop', image: path('block') });
  const shapes = [handle.profilePicture, handle.bannerImage, handle.look.background.image, shop.image].map(shape);
  expect(await Promise.all(shapes)).toEqual([1, 3, 0.75, 1]);
  const html = await (await page.request.get('/editor-with-pictures')).text();
  for (const kind of ['avatar', 'banner', 'background', 'block']) expect(html).toContain(`/media/${kind}-`);
});
