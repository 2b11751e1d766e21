import { type Browser, expect, type Page } from '@playwright/test';
import { postLoginLink } from '../../contract/accounts/sign-in.ts';
import { analyticsPages } from '../../contract/analytics/paths.ts';
import { pathOf } from '../../contract/call.ts';
import { getHandles } from '../../contract/handles/handles.ts';
import { audiencePages } from '../../contract/page-forms/paths.ts';
import { pages } from '../../contract/paths.ts';
import { teamPages } from '../../contract/teams/paths.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { tab } from '../support/browser/editor.ts';
import { test } from '../support/browser/fixtures.ts';
import { signedInWithPlus } from '../support/browser/plus-handle.ts';
import { signedInWith } from '../support/browser/sign-in.ts';
import { linkIn, nextMailTo, nextSignInMailTo } from '../support/mail/outbox.ts';
import { signedIn } from '../support/seeds/owner.ts';
import { MANAGER, seedTeam } from '../support/seeds/team.ts';
import type { App } from '../support/server/app-process.ts';

/** Signs in a person in a separate browser. */
async function signInElsewhere(app: App, browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.url });
  const page = await context.newPage();
  await page.request.post(pathOf(postLoginLink), { data: { email } });
  const response = await page.request.post(linkIn(await nextSignInMailTo(app, email)), {
    headers: { origin: app.url },
  });
  expect(response.ok()).toBe(true);
  return page;
}

const memberRow = (page: Page, email: string) =>
  page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: email });

/**
 * Opens every screen of which an editor sees less. Each explains this, and requests nothing that the server refuses.
 */
async function screensOfEditor(editor: Page, handleId: number): Promise<void> {
  const refused: string[] = [];
  editor.on('response', (response) => response.status() === 403 && refused.push(response.url()));
  await editor.goto(`${pages.manageSocial()}?handle=tm1`);
  await expect(tab(editor, 'Details')).toBeVisible();
  await expect(tab(editor, 'Mail')).toHaveCount(0);
  await editor.goto(pages.manageEmail(handleId));
  await expect(editor.getByRole('heading', { name: 'The mail of tm1 is not shared with you' })).toBeVisible();
  await expectAccessible(editor, 'mail that is not shared');
  for (const title of ['Analytics', 'Email list']) {
    const path = title === 'Analytics' ? analyticsPages.analytics() : audiencePages.audience();
    await editor.goto(`${path}?handle=tm1`);
    await expect(editor.getByRole('heading', { name: `${title}: not part of your role` })).toBeVisible();
  }
  for (const path of [pages.manageEmail(handleId), pages.manageEmail()]) {
    await editor.goto(path);
    await expect(editor.getByRole('heading', { name: 'Email Magic' })).toBeVisible();
    await expect(editor.getByRole('main')).not.toContainText(/No inbox|Try Again/);
  }
  expect(refused).toEqual([]);
}

test('an editor is invited, joins, edits the page beside the owner, and loses access when removed', async ({
  allowErrors,
  app,
  browser,
  page,
}) => {
  allowErrors(/status of (404|412)/);
  const id = await signedInWithPlus(app, page, 'tm1', 'owner-of-tm1@real.example');
  const email = 'edits-tm1@account.example';
  await page.goto(pages.manage());
  await page.getByRole('link', { name: 'Team' }).click();
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  await expect(dialog.getByRole('radio', { name: /^Editor/ })).toBeChecked();
  await dialog.getByRole('textbox').fill(email);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();
  await expect(memberRow(page, email)).toContainText('Invited');
  await expectAccessible(page, 'a team with an invitation');

  const invitation = await nextMailTo(app, email);
  expect(invitation.subject).toContain('Join the team of tm1');
  const editor = await (await browser.newContext({ baseURL: app.url })).newPage();
  await editor.goto(linkIn(invitation));
  await expectAccessible(editor, 'the link of an invitation');
  await editor.getByRole('button', { name: 'Join tm1' }).click();
  await expect(editor.getByLabel('Display Name')).toBeVisible();
  await editor.goto(pages.manage());
  await expect(editor.getByText('You edit it')).toBeVisible();
  await expect(editor.getByRole('link', { name: 'Analytics' })).toHaveCount(0);
  await expect(editor.getByText('Email Forwarding')).toHaveCount(0);
  await expect(editor.locator('body')).not.toContainText('owner-of-tm1@real.example');
  await screensOfEditor(editor, id);
  await editor.goto(pages.manage());

  // The owner gives the mail, which an editor does not have at first.
  await editor.goto(`${teamPages.team()}?handle=tm1`);
  await expect(editor.getByText('The owner has not given you the mail of tm1.')).toBeVisible();
  await expectAccessible(editor, 'a team without its mail');
  await page.goto(`${teamPages.team()}?handle=tm1`);
  await page.getByRole('switch', { name: `Mail for ${email}` }).click();
  await expect(page.locator('ol > li[data-state=open]')).toContainText('Mail given');
  await editor.reload();
  await expect(editor.getByLabel('Your real inbox')).toBeVisible();
  await editor.goto(pages.manage());

  // The owner has the settings open while the editor saves.
  await page.goto(pages.manageHandle('tm1'));
  await page.getByLabel('Display Name').fill('The owner’s name');
  await editor.getByRole('link', { name: 'Details' }).click();
  await expect(editor.getByLabel('Bio')).toBeVisible();
  await expect(editor.getByLabel('Forward to Email')).toHaveCount(0);
  await editor.getByLabel('Display Name').fill('The editor’s name');
  await editor.getByRole('button', { name: /^Save/ }).click();
  await expect(editor.getByText('Settings saved successfully!')).toBeVisible();
  await page.getByRole('button', { name: /^Save/ }).click();
  const versions = page.getByRole('dialog', { name: 'This was changed somewhere else' });
  await expect(versions).toContainText('The editor’s name');
  await expect(versions).toContainText('The owner’s name');
  await versions.getByRole('button', { name: 'Take theirs' }).click();
  await expect(page.getByLabel('Display Name')).toHaveValue('The editor’s name');

  await page.goto(`${teamPages.team()}?handle=tm1`);
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText(
    `${email} changed the profile (display name)`,
  );
  await memberRow(page, email)
    .getByRole('button', { name: `Remove ${email}` })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(memberRow(page, email)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Nobody else yet' })).toBeVisible();

  await editor.getByLabel('Display Name').fill('Too late');
  await editor.getByRole('button', { name: /^Save/ }).click();
  const gone = editor.getByRole('dialog', { name: 'You are no longer in the team of tm1' });
  await expect(gone.getByRole('region', { name: 'Your unsaved changes' })).toHaveText('Display Name: Too late');
  await expectAccessible(editor, 'changes that cannot be saved any more');
  await editor.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await gone.getByRole('button', { name: 'Copy My Changes' }).click();
  await expect(gone.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await editor.evaluate(() => navigator.clipboard.readText())).toBe('Display Name: Too late');
  await gone.getByRole('button', { name: 'Stay Here' }).click();
  await expect(editor.getByLabel('Display Name')).toHaveValue('Too late');
  await editor.getByRole('button', { name: /^Save/ }).click();
  await gone.getByRole('button', { name: 'Stay Here' }).click();
  await expect(editor.getByRole('alert').getByText('You are no longer in the team of tm1.')).toBeVisible();
  // Without changes, the screen itself explains it.
  await editor.getByLabel('Display Name').fill('The editor’s name');
  await expect(editor.getByRole('heading', { name: 'You are no longer in the team of tm1' })).toBeVisible();
  const [handle] = await (await page.request.get(`${pathOf(getHandles)}?limit=1`)).json();
  expect(handle).toMatchObject({ id, displayName: 'The editor’s name' });
  await editor.context().close();
});

test('an owner withdraws the mail from a manager and keeps the inbox that the manager has set', async ({
  app,
  page,
}) => {
  const { handleId } = await signedIn(app, page, async (db) => (await seedTeam(db, 'tm2')).owner);
  const backup = async () => {
    const [{ id }] = await (await page.request.get('/api/email-forwarding')).json();
    return (await (await page.request.get(`/api/email-forwarding/${id}/policy`)).json()).backupEmail;
  };
  await page.goto(teamPages.team());
  const dialog = page.getByRole('dialog');
  const startRemoval = () => page.getByRole('button', { name: `Remove ${MANAGER}` }).click();
  await startRemoval();
  await expect(dialog.getByRole('checkbox', { name: 'Keep forwarding there' })).not.toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: `Mail for ${MANAGER}` }).click();
  await expect(dialog).toContainText('acme@elsewhere.example');
  await dialog.getByRole('checkbox', { name: 'Keep forwarding there' }).check();
  await expectAccessible(page, 'a dialog about inboxes that end');
  const changed = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Take the mail' }).click();
  expect((await changed).ok()).toBe(true);
  await expect(page.getByRole('switch', { name: `Mail for ${MANAGER}` })).not.toBeChecked();
  expect(await backup()).toBe('acme@elsewhere.example');
  await startRemoval();
  const removal = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  expect(new URL((await removal).url()).search).toBe('');
  await expect(memberRow(page, MANAGER)).toHaveCount(0);
  const members = await (await page.request.get(`/api/handles/${handleId}/members`)).json();
  expect(JSON.stringify(members)).not.toContain(MANAGER);
});

test('a handle is handed over to another account', async ({ app, browser, page }) => {
  await signedInWith(app, page, 'given-to-a-friend');
  const email = 'friend-of-giver@account.example';
  await page.goto(pages.manageHandle('given-to-a-friend'));
  await page.getByRole('button', { name: 'Hand over' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over given-to-a-friend' });
  await dialog.getByRole('textbox').fill(email);
  await dialog.getByRole('button', { name: 'Offer the handle' }).click();
  await expect(page.getByRole('button', { name: 'Withdraw the offer' })).toBeVisible();

  expect((await nextMailTo(app, email)).subject).toContain('is offered to you');
  const friend = await signInElsewhere(app, browser, email);
  await friend.goto(teamPages.invitations());
  await friend.getByRole('button', { name: 'Accept the handle' }).click();
  await expect(friend.getByRole('heading', { name: 'All done' })).toBeVisible();
  await friend.getByRole('link', { name: 'To the dashboard' }).click();
  await expect(friend.getByText('given-to-a-friend').first()).toBeVisible();
  await friend.context().close();
  await page.goto(pages.manage());
  await expect(page.getByRole('heading', { name: 'Your handle empire awaits' })).toBeVisible();
});
