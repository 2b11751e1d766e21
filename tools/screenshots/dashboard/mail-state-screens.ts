import type { Page } from 'playwright';
import type { MailState } from '../../../contract/forwarding/mail-state.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { HOUR } from '../../../contract/time.ts';
import { seedReceiver } from '../../../tests/support/seeds/deliveries.ts';
import { seedOwner } from '../../../tests/support/seeds/owner.ts';
import type { Screen } from '../screen.ts';

const since = new Date(Date.now() - 5 * HOUR).toISOString();
const because = (state: MailState['state'], reason: string | null): MailState => ({
  state,
  reason,
  since: reason === null ? null : since,
});

export const VERIFIED = { forwardingStatus: 'verified', emailForwarding: true } as const;
export const PENDING = { forwardingStatus: 'pending', emailForwarding: true } as const;
export const SUSPENSION = {
  decisionId: 7,
  answer: 'The page offers goods under the name of a company that is not yours.',
};

/** The states of a handle's mail with their reasons. */
export const MAIL = {
  works: because('works', null),
  late: because('works', 'The mail server of the inbox has temporary problems: mail arrives late.'),
  none: because('none', 'No inbox yet: mail to this handle is refused.'),
  unverified: because('unverified', 'The inbox has not confirmed our email yet. Until then, mail is refused.'),
  unverifiable: because(
    'unverifiable',
    'Our verification email was refused: the mail server says that this mailbox does not exist. Until then, mail is refused.',
  ),
  refuses: because('refuses', 'The inbox refuses mail: its mail server says that it does not exist.'),
  stopped: because('stopped', 'The owner of the inbox stopped all forwarding to it, by the link in one of our emails.'),
  paused: because('paused', 'Forwarding is switched off: mail is not forwarded.'),
  suspended: because(
    'suspended',
    'An administrator has suspended this handle: its page is offline and mail to it is refused.',
  ),
  resting: because(
    'suspended',
    'This handle is resting because its paid year has ended: mail to it is refused until it is renewed.',
  ),
} satisfies Record<string, MailState>;

/** Mocks the mail of the account's handles. */
const showMail = (changes: Partial<Handle>) => async (page: Page) => {
  await page.route('**/api/handles?*', async (route) => {
    const response = await route.fetch();
    const handles = (await response.json()) as Handle[];
    await route.fulfill({ response, json: handles.map((handle) => ({ ...handle, ...changes })) });
  });
};

const receiver: Omit<Screen, 'name'> = {
  path: ({ handleId }) => `/app/manage-email?handleId=${handleId}`,
  as: 'member',
  seed: (db) => seedReceiver(db, 'marie-curie-mail'),
};

const screen = (name: string, changes: Partial<Handle>): Screen => ({
  name: `handle-mail-${name}`,
  ...receiver,
  prepare: showMail(changes),
});

/** The Mail tab with and without mail, and in states in which mail does not arrive normally. */
export const MAIL_STATE_SCREENS: Screen[] = [
  {
    name: 'handle-mail-empty',
    ...receiver,
    seed: (db) => seedOwner(db, 'marie-curie-mail', { inbox: 'marie-curie@inbox.example' }),
    act: async (page) => page.getByText('No mail yet').waitFor(),
  },
  {
    name: 'handle-mail',
    ...receiver,
    act: async (page) => {
      for (const mail of ['Lunch on Thursday?', 'The news of the week', 'Your account has been limited']) {
        await page.getByRole('button', { name: mail }).first().click();
      }
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  {
    name: 'handle-mail-test',
    ...receiver,
    act: async (page) => {
      await page.getByRole('button', { name: 'Send me a test mail' }).click();
      await page.getByText('It arrived at').waitFor();
      await page
        .getByRole('button', { name: /came back/i })
        .first()
        .click();
      await page.getByRole('button', { name: /marie-curie@inbox.example.*test/ }).click();
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  screen('late', { mail: MAIL.late }),
  screen('refuses', { mail: MAIL.refuses }),
  screen('unverifiable', { mail: MAIL.unverifiable }),
  screen('stopped', { mail: MAIL.stopped }),
  screen('suspended', { status: 'suspended', mail: MAIL.suspended, suspension: SUSPENSION }),
];
