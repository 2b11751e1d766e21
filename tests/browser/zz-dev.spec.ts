import { test } from '../support/browser/fixtures.ts';
import { mockBlocks } from '../support/browser/mock-blocks.ts';
import { signedInWith } from '../support/browser/sign-in.ts';

const b = (extra: object) => ({ hidden: false, featured: false, from: null, until: null, ...extra });
test('look at it', async ({ app, page, allowErrors }) => {
  allowErrors(/.*/);
  page.on('console', (m) => console.log(m.type(), m.text()));
  page.on('pageerror', (m) => console.log(String(m)));
  await mockBlocks(page);
  const id = await signedInWith(app, page, 'maya-makes');
  await page.request.patch(`/api/handles/${id}`, {
    headers: { origin: app.url },
    data: {
      displayName: 'Maya Makes',
      bio: 'Prints, ceramics and slow mornings.\nLeipzig.',
      socialLinks: ['instagram', 'youtube', 'tiktok'].map((platform) => ({ platform, username: 'maya.makes' })),
    },
  });
  await page.goto('/app/manage-social');
  await page.getByRole('list', { name: 'Connected accounts' }).waitFor();
  const shot = (name: string) => page.screenshot({ path: `/tmp/ed/${name}.png`, fullPage: false });
  await shot('links-1280');
  await page.evaluate(
    async ([id, blocks]) => {
      await fetch(`/api/handles/${id}/blocks`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(blocks),
      });
    },
    [
      id,
      [
        b({ type: 'heading', text: 'Shop' }),
        b({
          type: 'link',
          title: 'Spring prints are here',
          url: 'https://shop.maya.example/spring',
          image: null,
          emoji: '🌷',
          featured: true,
        }),
        b({
          type: 'link',
          title: 'Book a pottery class',
          url: 'https://maya.example/classes',
          image: null,
          emoji: null,
          from: '2026-12-24T10:00:00Z',
        }),
        b({
          id: 'instagram',
          type: 'network',
          platform: 'instagram',
          username: 'maya.makes',
          url: 'https://instagram.com/maya.makes',
        }),
        b({
          id: 'youtube',
          type: 'network',
          platform: 'youtube',
          username: 'maya.makes',
          url: 'https://youtube.com/@maya.makes',
          hidden: true,
        }),
        b({ type: 'embed', kind: 'video', title: 'Studio tour', url: 'https://vimeo.com/12345', image: null }),
        b({
          type: 'icons',
          items: [
            { platform: 'bluesky', username: 'maya', url: 'https://bsky.app/profile/maya' },
            { platform: 'mastodon', username: 'm', url: 'https://m.example/@m' },
          ],
        }),
        b({ type: 'contact', title: null, note: null }),
        b({ type: 'subscribe', title: 'Letters from the studio', note: null }),
      ],
    ] as const,
  );
  await page.reload();
  await page.getByRole('list', { name: 'Connected accounts' }).waitFor();
  await shot('links-full-1280');
  await page.getByRole('button', { name: 'More actions for Shop' }).click();
  await page.getByRole('menu').waitFor();
  await shot('menu-1280');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog', { name: 'Add to your page' }).waitFor();
  await shot('add-1280');
  await page.getByRole('searchbox').fill('https://www.instagram.com/studio.maya/');
  await shot('add-pasted-1280');
  await page.keyboard.press('Escape');
  for (const tab of ['Look', 'Details', 'Mail']) {
    await page
      .getByRole('navigation', { name: /Editor of/ })
      .getByRole('link', { name: tab })
      .click();
    await page.waitForTimeout(1500);
    await shot(`${tab}-1280`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  for (const tab of ['Links', 'Look', 'Details', 'Mail']) {
    await page
      .getByRole('navigation', { name: /Editor of/ })
      .getByRole('link', { name: tab })
      .click();
    await page.waitForTimeout(700);
    await shot(`${tab}-390`);
  }
  await page
    .getByRole('navigation', { name: /Editor of/ })
    .getByRole('link', { name: 'Links' })
    .click();
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.waitForTimeout(500);
  await shot('sheet-390');
});
