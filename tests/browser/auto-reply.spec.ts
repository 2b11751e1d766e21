import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { watchRequests } from '../support/browser/pending-requests.ts';
import { signedInWithPlus } from '../support/browser/plus-handle.ts';
import { mailsTo } from '../support/mail/outbox.ts';
import { signedIn } from '../support/seeds/owner.ts';
import { seedSender } from '../support/seeds/sending.ts';

const subject = (page: Page) => page.getByRole('textbox', { name: 'Subject' });
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' });

test('an automatic reply is written, previewed, turned on, tested and turned off', async ({ app, page }) => {
  const inbox = 'is-away@real.example';
  const id = await signedInWithPlus(app, page, 'away', inbox);
  await page.goto(`/app/manage-email?handleId=${id}&tab=auto-reply`);
  await expect(page.getByText('Nobody gets an automatic reply.')).toBeVisible();
  // The server suggests a text.
  await expect(text(page)).toHaveValue(/^Hi \{name\},/);
  await subject(page).fill('');
  await text(page).fill('');
  await page.getByRole('button', { name: 'Save and turn on' }).click();
  await expect(page.getByText('Please enter a subject.')).toBeVisible();
  await expect(page.getByText('Please enter a text.')).toBeVisible();
  await expect(subject(page)).toBeFocused();

  await subject(page).fill('Away');
  await text(page).fill('Hello , I am away.');
  await text(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(6, 6));
  await page.getByRole('button', { name: 'Insert the sender’s name' }).click();
  await expect(text(page)).toHaveValue('Hello {name}, I am away.');
  await expect(text(page)).toBeFocused();
  const preview = page.getByRole('article', { name: 'Preview' });
  await expect(preview).toContainText('Away');
  await expect(preview).toContainText(/Hello [^{]+, I am away\./);
  await expect(preview).toContainText('away@localhost');

  await page.getByLabel('First day').fill('2020-02-03');
  await page.getByLabel('Last day').fill('2020-02-02');
  await page.getByLabel('Days between two replies').fill('31');
  await page.getByRole('button', { name: 'Save and turn on' }).click();
  await expect(page.getByText('The last day must not be before the first.')).toBeVisible();
  await expect(page.getByText('Please enter a number of days from 1 to 30.')).toBeVisible();
  await page.getByLabel('Last day').fill('2099-12-31');
  await page.getByLabel('Days between two replies').fill('3');
  await page.getByRole('radio', { name: /^People who have written before/ }).check();

  // The form keeps its content while another tab is open, and leaving requires a confirmation.
  await page
    .getByRole('navigation', { name: /^Mail of/ })
    .getByRole('link', { name: 'Forwarding' })
    .click();
  await page
    .getByRole('navigation', { name: /^Mail of/ })
    .getByRole('link', { name: 'Auto-reply' })
    .click();
  await expect(text(page)).toHaveValue('Hello {name}, I am away.');
  await page.getByRole('link', { name: 'All handles' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('button', { name: 'Save and turn on' }).click();
  await expect(page.getByText('Until the end of 31 December 2099.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Until the end of 31 December 2099.')).toBeVisible();
  await expect(page.getByLabel('First day')).toHaveValue('2020-02-03');
  await expect(page.getByLabel('Days between two replies')).toHaveValue('3');
  await expect(page.getByRole('radio', { name: /^People who/ })).toBeChecked();

  await page.getByRole('button', { name: 'Send me the reply' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Delivered' })).toBeVisible();
  expect((await mailsTo(app, inbox)).at(-1)?.text).toMatch(/^Hello [^{]+, I am away\./);

  // Turning the reply off keeps unsaved changes.
  await subject(page).fill('Away again');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Nobody gets an automatic reply.')).toBeVisible();
  await expect(subject(page)).toHaveValue('Away again');
  await page.getByRole('button', { name: 'Save but leave it off' }).click();
  await expect(page.getByText('There are unsaved changes.')).toHaveCount(0);
  const stored = await (await page.request.get(`/api/handles/${id}/auto-reply`)).json();
  expect(stored).toMatchObject({ enabled: false, subject: 'Away again', every: 3, audience: 'contacts' });
});

const LONG = { tag: '@long' };
test(
  'an automatic reply keeps what was typed after a failure, and shows both versions of a conflict',
  LONG,
  async ({ allowErrors, app, page }) => {
    allowErrors(/status of (412|503)/);
    // The other tab must act after the requests of this one have finished.
    const settled = watchRequests(page);
    const id = await signedInWithPlus(app, page, 'two-tabs', 'two-tabs@real.example');
    const path = `/api/handles/${id}/auto-reply`;
    const theirs = {
      enabled: true,
      subject: 'Theirs',
      text: 'Their text',
      from: null,
      until: null,
      every: 7,
      audience: 'everybody',
    };
    const saveInOtherTab = (data: object) => page.request.put(path, { headers: { origin: app.url }, data });
    expect((await saveInOtherTab(theirs)).status()).toBe(200);
    await page.goto(`/app/manage-email?handleId=${id}&tab=auto-reply`);
    await subject(page).fill('Mine');
    await mockResponse(page, `**${path}`, { status: 503, body: 'no JSON' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('alert')).toContainText('The reply could not be saved. Please try again.');
    await expect(subject(page)).toHaveValue('Mine');
    await page.unroute(`**${path}`);

    // Different fields are merged.
    await settled();
    await saveInOtherTab({ ...theirs, every: 9 });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByLabel('Days between two replies')).toHaveValue('9');
    expect(await (await page.request.get(path)).json()).toMatchObject({ subject: 'Mine', every: 9 });

    await settled();
    await saveInOtherTab({ ...theirs, subject: 'Theirs again', text: 'New text' });
    await subject(page).fill('Mine again');
    await page.getByRole('button', { name: 'Save changes' }).click();
    const versions = page.getByRole('dialog', { name: 'This was changed somewhere else' });
    await expect(versions).toContainText('SubjectStored nowTheirs againYoursMine again');
    await versions.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page.getByText('There are unsaved changes.')).toHaveCount(0);
    expect(await (await page.request.get(path)).json()).toMatchObject({ subject: 'Mine again', text: 'New text' });
    await expect(text(page)).toHaveValue('New text');

    await settled();
    await saveInOtherTab({ ...theirs, subject: 'Last', text: 'Last text' });
    await subject(page).fill('Given up');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await versions.getByRole('button', { name: 'Take theirs' }).click();
    await expect(subject(page)).toHaveValue('Last');
  },
);

test('the states of the automatic reply pass axe and fit 320 px', { tag: '@long' }, async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of 503/);
  const { handleId: id } = await signedIn(app, page, async (db) => {
    const owner = await seedSender(db, 'away-later');
    const later = { subject: 'A'.repeat(200), starts_at: '2098-01-01T00:00:00.000Z', ends_at: null };
    await db.updateTable('auto_replies').set(later).where('handle_id', '=', owner.handleId).execute();
    return owner;
  });
  await page.setViewportSize({ width: 320, height: 640 });
  const tab = `/app/manage-email?handleId=${id}&tab=auto-reply`;
  await page.goto(tab);
  await expect(page.getByText('Scheduled')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Preview' })).toBeVisible();
  await page.getByLabel('Days between two replies').fill('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Please enter a number of days from 1 to 30.')).toBeVisible();
  await expectAccessible(page, 'the automatic reply with errors');
  await page.getByLabel('Days between two replies').fill('7');
  await mockResponse(page, '**/auto-reply', { status: 503, body: 'no JSON' });
  await page.goto(tab);
  await expect(page.getByText('We could not load the automatic reply. Please try again.')).toBeVisible();
  await expectAccessible(page, 'the automatic reply that has failed to load');
});
