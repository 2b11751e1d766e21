import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { claimMany } from '../support/browser/claim-many.ts';
import { test } from '../support/browser/fixtures.ts';
import { connected } from '../support/browser/plus-handle.ts';
import { signedInWith } from '../support/browser/sign-in.ts';
import type { App } from '../support/server/app-process.ts';

const LONG = 'a-dashboard-with-thirty-letter';

/** Signs in with five handles of different states and returns their names. */
async function signInWithFive(app: App, page: Page, name: string): Promise<string[]> {
  await signedInWith(app, page, name);
  await claimMany(app, `${name}@account.example`, `${name}-n`, 3);
  await connected(app, async (client) => {
    await client.query(
      `insert into handles (handle, account_id) select $1, account_id from handles where handle = $2`,
      [`${LONG.slice(0, 30 - name.length)}${name}`, name],
    );
    await client.query(`update handles set state = 'resting' where handle = $1`, [`${name}-n-1`]);
    await client.query(`update handles set state = 'suspended' where handle = $1`, [`${name}-n-2`]);
    await client.query(
      `insert into forwardings (handle_id, address, address_key, is_active)
       select id, 'a@inbox.example', 'key of ' || handle, true from handles where handle = $1`,
      [name],
    );
    await client.query(
      `insert into forwardings (handle_id, pending_address, pending_key, is_active)
       select id, 'b@inbox.example', 'key of ' || handle, true from handles where handle = $1`,
      [`${name}-n-0`],
    );
    await client.query(
      `insert into page_hours (handle_id, hour, views) select id, now(), 1234 from handles where handle = $1`,
      [name],
    );
    await client.query(
      `insert into flights (id, handle_id, recipient, sender, author, client, size, state, received_at, events)
       select 'of-' || handle, id, '', '', '', '', 1, 'delivered', now() - interval '3 hours 5 minutes', '[]'
       from handles where handle = $1`,
      [name],
    );
  });
  const handles: { handle: string }[] = await (await page.request.get('/api/handles')).json();
  return handles.map(({ handle }) => handle);
}

const rowOf = (page: Page, handle: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Details of ${handle}`, exact: true }) });

test('five handles fit one screen, each with its state, figures and the action that is due', async ({ app, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const names = await signInWithFive(app, page, 'rows-of-five');
  // Hides the card of the first run above them.
  await page.request.put('/api/first-run', { headers: { origin: app.url }, data: { state: 'ended' } });
  await page.goto('/app/manage');
  const [active, pending, resting, suspended, none] = names.map((name) => rowOf(page, name));
  if (!active || !pending || !resting || !suspended || !none) throw new Error(`five handles, not ${names}`);
  await expect(none).toBeInViewport({ ratio: 1 });
  expect((await active.boundingBox())?.height).toBeLessThanOrEqual(73);

  await expect(active).toContainText('Active');
  await expect(active).toContainText('3 hours ago');
  await expect(active).toContainText('1,234');
  await expect(active.getByRole('link')).toHaveCount(0);
  await expect(pending).toContainText('Pending Verification');
  await expect(pending.getByRole('link', { name: 'Verify' })).toHaveAttribute('href', /manage-email\?handleId=\d+/);
  await expect(resting).toContainText('Resting');
  await expect(suspended).toContainText('Suspended');
  await expect(suspended.getByRole('link')).toHaveCount(0);
  await expect(none).toContainText('Disabled');
  await expect(none.getByRole('link', { name: 'Add Email' })).toHaveAttribute('href', /manage-email\?handleId=\d+/);
  await expectAccessible(page, 'five handles');

  // The action that is due for a resting handle is in its card.
  await resting.getByRole('button', { name: 'Renew' }).click();
  await expect(resting.getByRole('link', { name: 'View Live Profile' })).toBeVisible();
});

test('a row opens by mouse and by keyboard, stays open on the way back, and has a menu', async ({ app, page }) => {
  const [first = '', second = ''] = await signInWithFive(app, page, 'opened-rows');
  await page.goto('/app/manage');
  const row = rowOf(page, second);
  const toggle = page.getByRole('button', { name: `Details of ${second}`, exact: true });
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('link', { name: 'View Live Profile' })).toHaveCount(0);
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(toggle).toBeFocused();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(row.getByText('Free', { exact: true })).toBeVisible();
  await expectAccessible(page, 'an open row');
  await row.getByRole('link', { name: 'Manage Email Forwarding' }).click();
  await expect(page).toHaveURL(/manage-email/);
  await page.goBack();
  await expect(row.getByRole('link', { name: 'Manage Email Forwarding' })).toBeVisible();
  await row.getByRole('heading', { level: 2 }).click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');

  await page.getByRole('button', { name: `Menu of ${first}`, exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'View Live Profile' })).toHaveAttribute('href', `/${first}`);
  await expectAccessible(page, 'the menu of a row');
  await page.getByRole('menuitem', { name: 'Analytics' }).press('Enter');
  await expect(page).toHaveURL(/\/app\/analytics$/);
});

test('rows fit a phone, 200 % zoom and text from right to left, and never cut an address', async ({ app, page }) => {
  const names = await signInWithFive(app, page, 'narrow-rows');
  const long = names.at(-1);
  // Mail goes to the old inbox while a new one waits for verification. The row then has both the longest address and an
  // action that is due.
  await connected(app, (client) =>
    client.query(
      `insert into forwardings (handle_id, address, address_key, pending_address, pending_key)
       select id, 'c@inbox.example', 'old key of ' || handle, 'd@inbox.example', 'new key of ' || handle
       from handles where handle = $1`,
      [long],
    ),
  );
  await page.goto('/app/manage');
  await expect(rowOf(page, names[0] ?? '')).toContainText('1,234');
  for (const viewport of [
    { width: 320, height: 568 },
    { width: 390, height: 844 },
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(viewport);
    if (viewport.width === 390) {
      // The last one has thirty letters and an action that is due.
      for (const [at, name] of names.entries())
        expect((await rowOf(page, name).boundingBox())?.height).toBeLessThanOrEqual(at === 4 ? 128 : 120);
    }
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate((value) => document.documentElement.setAttribute('dir', value), direction);
      for (const name of names) {
        const row = rowOf(page, name);
        await expect(row).toContainText(`${new URL(app.url).host}/${name}`);
        // An address is shown while mail to it is accepted.
        const isAccepting = name === names[0] || name === long;
        await expect(row.getByText(`${name}@localhost`)).toHaveCount(isAccepting ? 1 : 0);
      }
      const outside = await page.evaluate(() => {
        const { clientWidth, scrollWidth } = document.documentElement;
        const found = [...document.querySelectorAll('main li *')].filter((element) => {
          const { left, right } = element.getBoundingClientRect();
          if (right - left <= 1 || element.closest('.sr-only')) return false;
          return left < -1 || right > clientWidth + 1 || element.scrollWidth > element.clientWidth + 1;
        });
        return { scrolls: scrollWidth > clientWidth, found: found.map((element) => element.outerHTML.slice(0, 120)) };
      });
      expect({ viewport, direction, ...outside }).toEqual({ viewport, direction, scrolls: false, found: [] });
    }
  }
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'));
  await page.getByRole('button', { name: `Menu of ${names[2]}`, exact: true }).click();
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem').last()).toBeInViewport({ ratio: 1 });
});
