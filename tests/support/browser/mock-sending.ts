import type { Page, Route } from '@playwright/test';
import type { AppPassword } from '../../../contract/sending/app-passwords.ts';
import type { AutoReply } from '../../../contract/sending/auto-reply.ts';
import type { Contact } from '../../../contract/sending/contacts.ts';
import type { ReplyModeSettings } from '../../../contract/sending/reply-mode.ts';
import type { SendingStatus, Suppression } from '../../../contract/sending/sending.ts';
import { DAY_MINUTES, MINUTE } from '../../../contract/time.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();

/** A mocked response: its JSON, an error, or none until the page is closed. */
type Mocked<T> = T | 'failure' | 'waiting';

export interface SendingMocks {
  status?: Mocked<Partial<SendingStatus>>;
  passwords?: Mocked<AppPassword[]>;
  suppressions?: Mocked<Suppression[]>;
  replyMode?: Mocked<Partial<ReplyModeSettings>>;
  contacts?: Mocked<Contact[]>;
  autoReply?: Mocked<Partial<AutoReply>>;
}

const PASSWORDS: AppPassword[] = [
  { id: 1, name: 'Gmail', createdAt: ago(40 * DAY_MINUTES), lastUsedAt: ago(12), lastUsedFrom: '203.0.113.x' },
  {
    id: 2,
    name: 'The old laptop in the study, with Thunderbird and two profiles',
    createdAt: ago(300 * DAY_MINUTES),
    lastUsedAt: ago(9 * DAY_MINUTES),
    lastUsedFrom: '2001:db8:17::x',
  },
  { id: 3, name: 'Printer', createdAt: ago(2 * DAY_MINUTES), lastUsedAt: null, lastUsedFrom: null },
];

const SUPPRESSIONS: Suppression[] = [
  { address: 'jo@old-company.example', enhanced: '5.1.1', createdAt: ago(3 * DAY_MINUTES) },
  {
    address: 'somebody.with.a.very.long.name@newsletters.department.a-rather-long-company.example',
    enhanced: '5.1.10',
    createdAt: ago(20 * DAY_MINUTES),
  },
];

const contact = (id: number, address: string, rest: Partial<Contact> = {}): Contact => ({
  id,
  address,
  name: '',
  writeTo: `reply-k7h3qd2mx5v9c4t8w1z6b0n${id}@localhost`,
  blocked: false,
  lastReceivedAt: ago(id * 100),
  lastSentAt: null,
  createdAt: ago(id * 100),
  ...rest,
});

const CONTACTS: Contact[] = [
  contact(1, 'alice@shop.example', { name: 'Alice Liddell', lastSentAt: ago(30) }),
  contact(2, 'friend@elsewhere.example'),
  contact(3, 'somebody.with.a.very.long.name@newsletters.department.a-rather-long-company.example', {
    name: 'Hubert Blaine Wolfeschlegelsteinhausenbergerdorff, of the Philadelphia branch of the family',
  }),
  contact(4, 'offers@shop.example', { name: 'Special Offers', blocked: true }),
  contact(5, 'ada@analytical.example', { name: 'Ada', lastReceivedAt: null }),
];

/** Mocks the handle of the account as one of the Plus plan, and the API calls of its tabs for sending. */
export async function mockSending(page: Page, mocks: SendingMocks = {}, handle = 'marie'): Promise<void> {
  await page.route('**/api/handles?*', async (route) => {
    const response = await route.fetch();
    const [first] = await response.json();
    return route.fulfill({ json: [{ ...first, handle, plan: 'Plus', paidUntil: ago(-200 * DAY_MINUTES) }] });
  });
  const { status = {}, replyMode = {}, autoReply = {} } = mocks;
  const one = '**/api/handles/*';
  await respond(
    page,
    `${one}/sending`,
    typeof status === 'string' ? status : { ...STATUS, address: `${handle}@localhost`, ...status },
  );
  await respond(page, `${one}/app-passwords`, mocks.passwords ?? PASSWORDS);
  await respond(page, `${one}/suppressions`, mocks.suppressions ?? SUPPRESSIONS);
  await respond(page, `${one}/reply-mode`, typeof replyMode === 'string' ? replyMode : { ...REPLY_MODE, ...replyMode });
  await respond(page, `${one}/contacts?*`, mocks.contacts ?? CONTACTS);
  await respond(page, `${one}/auto-reply`, typeof autoReply === 'string' ? autoReply : { ...AUTO_REPLY, ...autoReply });
  await page.route(`${one}/auto-reply/preview`, (route) => {
    const { subject, text } = route.request().postDataJSON();
    const filled = (value: string) => value.replaceAll('{name}', 'Alice');
    return route.fulfill({
      json: {
        from: `Marie Curie <${handle}@localhost>`,
        to: 'Alice <alice@shop.example>',
        subject: filled(subject),
        text: filled(text),
      },
    });
  });
}

const STATUS: SendingStatus = {
  address: 'marie@localhost',
  plan: 'Plus',
  entitled: true,
  availableFrom: 'Plus',
  paidUntil: ago(-200 * DAY_MINUTES),
  server: { host: 'mail.nameplate.example', submissions: 465, submission: 587 },
  limits: { hour: 50, day: 200, perMessage: 50, size: 26_214_400, reducedUntil: null },
  used: { hour: 12, day: 170 },
  paused: null,
};

const REPLY_MODE: ReplyModeSettings = { version: 'one', mode: 'pass-through', allowInboxInText: false, entitled: true };

const AUTO_REPLY: AutoReply = {
  version: 'one',
  enabled: true,
  subject: 'I am at sea until January',
  text: 'Hello {name},\n\nthank you for your message. I am at sea and read my mail in the harbours only.\n\nMarie',
  from: ago(2 * DAY_MINUTES),
  until: ago(-20 * DAY_MINUTES),
  every: 7,
  audience: 'everybody',
  entitled: true,
};

function respond(page: Page, path: string, response: Mocked<object>): Promise<unknown> {
  return page.route(path, (route: Route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    if (response === 'waiting') return undefined;
    if (response === 'failure') return route.fulfill({ status: 503, body: 'no JSON' });
    return route.fulfill({ json: response });
  });
}
