import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STANDARD_SITE } from '../../contract/site/site-document.ts';
import { DAY } from '../../contract/time.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { addWaitingClaims } from '../support/claims/waiting-rows.ts';
import { Buyer } from '../support/payments/buyer.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { plainPng } from '../support/pictures/picture-bytes.ts';
import { report } from '../support/reports/reported-page.ts';
import { runCommand } from '../support/run/run-command.ts';
import { processEnvironment } from '../support/server/process-environment.ts';
import { useServer } from '../support/server/test-server.ts';

const ADA = 'ada@inbox.example';
const BOB = 'bob@inbox.example';
const why = ['--reason', 'A court said so.'];
const yes = '--yes';
const PICTURE = 'block-0123456789abcdef-480.webp';
const FOLDER = mkdtempSync(join(tmpdir(), 'nameplate-site-'));
const SITE_FILE = join(FOLDER, 'site.json');
const FOREIGN_SITE = join(FOLDER, 'foreign.json');
/** The document of docs/own-site.md. */
const EXAMPLE_FILE = join(FOLDER, 'example.json');
const LOGO_FILE = join(FOLDER, 'logo.png');
const DAY_TO_COME = new Date(Date.now() + 30 * DAY).toISOString().slice(0, 10);
const paypal = usePaypal();
const server = useServer(() => ({ PAYPAL_API_BASE: paypal.base }));
let ada: Person;
let paymentId: number;
let caseId: number;
let requestId: number;
let claimIds: number[];

afterAll(() => rmSync(FOLDER, { recursive: true }));
beforeAll(async () => {
  const { logo: _missing, ...older } = STANDARD_SITE;
  writeFileSync(SITE_FILE, JSON.stringify({ ...older, name: 'Town' }));
  writeFileSync(FOREIGN_SITE, JSON.stringify({ ...STANDARD_SITE, logo: '/media/logo-0123456789abcdef-480.webp' }));
  const page = readFileSync(join(import.meta.dirname, '../../docs/own-site.md'), 'utf8');
  writeFileSync(EXAMPLE_FILE, /^```json\n([^`]*)^```$/m.exec(page)?.[1] ?? '');
  writeFileSync(LOGO_FILE, await plainPng(400, 100));
  ada = new Person(server);
  await ada.claim('ada-at-the-keys', ADA);
  await new Person(server).claim('bob-in-the-boat', BOB);
  await server.db
    .insertInto('handle_pictures')
    .values({
      path: `/media/${PICTURE}`,
      handle_id: (await ada.request('GET', '/api/handles')).body[0].id,
      kind: 'block',
    })
    .execute();
  const buyer = new Buyer(server, paypal, 'lovelace');
  const order = await buyer.buys();
  const { db } = server;
  paymentId = (await db.selectFrom('payments').select('id').where('order_id', '=', order).executeTakeFirstOrThrow()).id;
  await report(server, 'bob-in-the-boat');
  caseId = (await db.selectFrom('page_cases').select('id').executeTakeFirstOrThrow()).id;
  requestId = (await ada.request('POST', '/api/support', { subject: 'Help', text: 'How?' })).body.id;
  const refused = { recipient: 'x@localhost', sender: '', author: '', client: '192.0.2.1', size: 0, state: 'refused' };
  await db
    .insertInto('flights')
    .values({ id: `0${'1'.repeat(19)}`, ...refused, received_at: server.clock(), events: '[]' })
    .execute();
  claimIds = await addWaitingClaims(server, ['eve-who-waits', 'mal-who-waits']);
  await server.sentEmails();
});

const run = (argv: string[], options?: { typed?: string; json?: boolean }) => runCommand(server, argv, options);
const lastAct = async () => (await run(['audit', 'list', '--limit', '1'])).data.items[0];

describe('a command', () => {
  const isSo = (status: string) => ({ status });
  // In this order: each row continues where the one before it ended.
  it.each<[string[], unknown, string?]>([
    [['users', 'list', '--search', 'ada@'], { items: [{ email: ADA }], next: null }],
    [['users', 'list', '--limit', '1'], { items: [{}], next: expect.any(String) }],
    [['users', 'show', 'ADA@inbox.example'], { email: ADA, erasedAt: null, handles: [{ handle: 'ada-at-the-keys' }] }],
    [['users', 'suspend', ADA, ...why, yes], { suspended: true }, 'suspend'],
    [['users', 'unsuspend', ADA, ...why], { suspended: false }, 'unsuspend'],
    [['users', 'handle-limit', ADA, '40', ...why], { handleLimit: 40 }, 'handle-limit'],
    [['users', 'handle-limit', ADA, 'default', ...why], { handleLimit: null }, 'handle-limit'],
    [['grant', 'ADA@inbox.example'], { changed: true, isAdmin: true }, 'grant'],
    [['grant', ADA], { changed: false, isAdmin: true }],
    [['revoke', ADA], { changed: true, isAdmin: false }, 'revoke'],
    [['resend', 'sign-in', ADA], { ordered: 'sign-in' }, 'resend sign-in email'],
    [['resend', 'claim', 'eve@inbox.example', 'eve-on-the-hill'], { ordered: 'claim' }, 'resend claim email'],
    [['handles', 'list', '--search', 'bob-'], { items: [{ handle: 'bob-in-the-boat' }], next: null }],
    [['handles', 'list', '--all'], { next: null }, 'export'],
    [['handles', 'show', 'Lovelace'], { handle: 'lovelace', plan: 'Plus', paidUntil: expect.any(String) }],
    [['handles', 'suspend', 'bob-in-the-boat', ...why, yes], isSo('suspended'), 'suspend'],
    [['handles', 'unsuspend', 'bob-in-the-boat', ...why], isSo('active'), 'unsuspend'],
    [['handles', 'transfer', 'ada-at-the-keys', BOB, ...why, yes], { ownerEmail: BOB }, 'transfer'],
    [
      ['pictures', 'list', 'ada-at-the-keys'],
      { items: [{ name: PICTURE, handle: 'ada-at-the-keys', state: 'shown' }] },
    ],
    [['pictures', 'remove', PICTURE, ...why, yes], { removed: true }, 'remove picture'],
    [['pictures', 'remove', `https://np.example/media/${PICTURE}`, ...why, yes], { removed: false }],
    [['pictures', 'list'], { items: [{ name: PICTURE, state: 'removed' }] }],
    [['profiles', 'list', '--search', 'ada-'], { items: [{ username: 'ada-at-the-keys' }] }],
    [['sending', 'pause', 'lovelace', ...why], { paused: true }, 'pause sending'],
    [['sending', 'list'], { items: [{ handle: 'lovelace', paused: { reason: expect.any(String) } }] }],
    [['sending', 'resume', 'lovelace', ...why], { paused: false }, 'resume sending'],
    [['payments', 'list', '--search', 'lovelace'], { items: [{ state: 'granted', price: 4.99 }] }],
    [['payments', 'refund', 'PAYMENT', ...why, yes], { state: 'refunded' }, 'refund'],
    [['handles', 'restore', 'lovelace', ADA, ...why, '--paid-until', '2099-01-31'], isSo('active'), 'restore'],
    [['packages', 'create', 'Gold', '--full', '19.99', '--now', '9.5'], { name: 'Gold' }, 'create'],
    [['packages', 'change', 'gold', '--now', '7'], { price_yearly_usd_full: 19.99, price_yearly_usd_now: 7 }, 'change'],
    [['packages', 'delete', 'Gold', yes], { deleted: expect.any(Number) }, 'delete'],
    [['packages', 'change', 'Plus', '--now', '6', yes], { price_yearly_usd_now: 6 }, 'change'],
    [['packages', 'change', 'Plus', '--now', '4.99'], { price_yearly_usd_now: 4.99 }, 'change'],
    [['packages', 'list'], { items: expect.any(Array) }],
    [['reports', 'list', '--state', 'waiting'], { items: [{ handle: 'bob-in-the-boat', state: 'open' }] }],
    [['reports', 'show', 'CASE'], { state: 'open', items: [{}] }],
    [
      ['reports', 'decide', 'CASE', 'ask', '--reporter-answer', 'Thank you.', '--owner-answer', 'Please change it.'],
      { state: 'upheld', action: 'ask' },
      'uphold page reports',
    ],
    [['support', 'list'], { items: [{ subject: 'Help' }] }],
    [
      ['support', 'answer', 'REQUEST', '--text', 'Like this.'],
      { state: 'answered', answers: [{ by: null }] },
      'answer support request',
    ],
    [['support', 'show', 'REQUEST'], { subject: 'Help', answers: [{ text: 'Like this.' }] }],
    [['waiting'], { support: 0, pageReports: 0, mailQueue: 0, payments: 0 }],
    [['mail', 'trace', 'bob-in-the-boat'], { items: [], next: null }, 'look at mail'],
    [['mail', 'trace', `0${'1'.repeat(19)}`], { items: [{ state: 'refused' }], next: null }, 'look at mail'],
    [['support', 'summary'], { priority: { open: 0 } }],
    [['mail-reports', 'list'], { items: [] }],
    [['mail-reports', 'summary'], { dmarc: { reports: 0 } }],
    [['queue', 'pause', ...why], { changed: true, paused: { reason: 'A court said so.' } }, 'pause queue'],
    [['queue', 'pause', ...why], { changed: false, paused: { reason: 'A court said so.' } }],
    [['queue', 'resume', ...why], { changed: true, paused: null }, 'resume queue'],
    [['queue', 'status'], { count: 0, paused: null }],
    [['site', 'get', 'claims.mode'], 'open'],
    [['site', 'set', 'name=Rowing Club'], { name: 'Rowing Club' }, 'change'],
    [
      ['site', 'set', 'claims={"mode":"domains","domains":["club.example"]}'],
      { claims: { mode: 'domains' } },
      'change',
    ],
    [['site', 'export'], { name: 'Rowing Club', claims: { domains: ['club.example'] } }],
    [['site', 'set', `logo=@${LOGO_FILE}`], { logo: expect.stringMatching(/^\/media\/logo-/) }, 'change'],
    [['site', 'set', 'logo=null'], { logo: null }, 'change'],
    [['site', 'import', EXAMPLE_FILE, '--check'], { name: 'Rowing Club Seeblick' }],
    [['site', 'import', SITE_FILE], { name: 'Town', claims: { mode: 'open' } }, 'change'],
    [['invitations', 'create', '--until', DAY_TO_COME], { uses: 1, handle: null }, 'create invitation'],
    [['invitations', 'list'], { items: [{ used: 0, url: expect.stringContaining('?invitation=') }] }],
    [['invitations', 'delete', '1'], { deleted: 1 }, 'delete invitation'],
    [['claims', 'list'], { items: [{ handle: 'eve-who-waits' }, { handle: 'mal-who-waits' }] }],
    [['claims', 'approve', 'CLAIM'], { given: true }, 'approve claim'],
    [['claims', 'refuse', 'NEXT_CLAIM', ...why], { refused: expect.any(Number) }, 'refuse claim'],
    [['stats'], { users: expect.any(Number) }],
    [['end-sessions', BOB], { sessions: 1 }, 'end-sessions'],
  ])('%j writes its result as JSON, and records changes in the audit log', async (argv, expected, act) => {
    const ids: Record<string, string> = {
      PAYMENT: String(paymentId),
      CASE: String(caseId),
      REQUEST: String(requestId),
      CLAIM: String(claimIds[0]),
      NEXT_CLAIM: String(claimIds[1]),
    };
    const before = await lastAct();
    const { exit, data, error } = await run(argv.map((word) => ids[word] ?? word));
    expect([exit, error]).toEqual([0, '']);
    expect({ data }).toMatchObject({ data: expected });
    const after = await lastAct();
    if (act) expect(after).toMatchObject({ actor: 'command line', act });
    expect(after?.id === before?.id).toBe(act === undefined);
  });

  it.each<[string[], number, string]>([
    [['users', 'show', 'nobody@inbox.example'], 1, 'not_found'],
    [['grant', 'nobody@inbox.example'], 1, 'not_found'],
    [['handles', 'show', 'no-such-handle'], 1, 'not_found'],
    [['handles', 'unsuspend', 'bob-in-the-boat', ...why], 1, 'not_suspended'],
    [['handles', 'restore', 'bob-in-the-boat', ADA, ...why], 1, 'not_restorable'],
    [['pictures', 'remove', PICTURE.replace('1', '2'), ...why, yes], 1, 'not_found'],
    [['pictures', 'remove', PICTURE, ...why], 2, 'not_confirmed'],
    [['pictures', 'remove', 'ada-at-the-keys', ...why, yes], 2, 'usage'],
    [['handles', 'transfer', 'bob-in-the-boat', BOB, ...why, yes], 1, 'transfer_to_owner'],
    [['handles', 'transfer', 'digital-universe', BOB, ...why, yes], 1, 'transfer_blocked'],
    [['payments', 'refund', '999999', ...why, yes], 1, 'payment_unknown'],
    [['reports', 'appeal', '1', 'confirmed', '--answer', 'No.'], 1, 'case_decided'],
    [['support', 'mark', '999999', 'closed'], 1, 'not_found'],
    [['support', 'answer', '999999', '--text', 'x'], 1, 'not_found'],
    [['support', 'answer', '1', '--text', ' '], 2, 'usage'],
    [['mail', 'trace', 'no-such-handle'], 1, 'not_found'],
    [['mail', 'trace', `0${'2'.repeat(19)}`], 1, 'not_found'],
    [['resend', 'claim', 'eve@inbox.example', 'bob-in-the-boat'], 1, 'handle_taken'],
    [['handles', 'suspend', 'bob-in-the-boat', ...why], 2, 'not_confirmed'],
    [['handles', 'suspend', 'bob-in-the-boat', yes], 2, 'usage'],
    [['handles', 'suspend', 'bob-in-the-boat', '--reason', ' ', yes], 2, 'usage'],
    [['handles', 'suspend', 'bob-in-the-boat', ...why, '--force'], 2, 'usage'],
    [['handles', 'suspend', 'bob-in-the-boat', 'and-another', ...why, yes], 2, 'usage'],
    [['handles', 'show', 'bob-in-the-boat', yes], 2, 'usage'],
    [['handles', 'list', '--limit', '0'], 2, 'usage'],
    [['handles', 'restore', 'lovelace', ADA, ...why, '--paid-until', '2027-02-30'], 2, 'usage'],
    [['packages', 'create', 'Gold', '--full', '1', '--now', '2'], 2, 'usage'],
    [['packages', 'change', 'Plus', '--now', '5'], 2, 'not_confirmed'],
    [['site', 'get', 'no.such.name'], 2, 'usage'],
    [['site', 'set', 'colour=red'], 2, 'usage'],
    [['site', 'set', 'claims.mode=sometimes'], 2, 'usage'],
    [['site', 'set', 'name'], 2, 'usage'],
    [['site', 'import', '/no/such/file'], 2, 'usage'],
    [['invitations', 'create', '--until', '2020-01-01'], 1, 'invalid_input'],
    [['invitations', 'create', '--until', 'tomorrow'], 2, 'usage'],
    [['invitations', 'create', '--until', DAY_TO_COME, '--uses', '0'], 2, 'usage'],
    [['invitations', 'delete', '999999'], 1, 'not_found'],
    [['claims', 'approve', '999999'], 1, 'not_found'],
    [['claims', 'refuse', '999999', ...why], 1, 'not_found'],
    [['site', 'import', FOREIGN_SITE], 1, 'invalid_input'],
    [['site', 'import', FOREIGN_SITE, '--check'], 1, 'invalid_input'],
    [['site', 'set', 'icon=@/no/such/file'], 1, 'upload_missing'],
    [['site', 'set', `icon=@${SITE_FILE}`], 1, 'picture_unreadable'],
    [['end-sessions'], 2, 'usage'],
    [['promote', ADA], 2, 'usage'],
    [[], 2, 'usage'],
  ])('%j exits with code %i and the code of the error, and changes nothing', async (argv, exit, code) => {
    const before = await lastAct();
    const result = await run(argv);
    expect([result.exit, result.code]).toEqual([exit, code]);
    expect(await lastAct()).toEqual(before);
  });

  it('asks a person at a terminal before it takes something offline, and does nothing without a yes', async () => {
    const suspend = ['handles', 'suspend', 'bob-in-the-boat', ...why];
    expect((await run(suspend, { typed: 'no' })).exit).toBe(2);
    expect((await run(['handles', 'show', 'bob-in-the-boat'])).data.status).toBe('active');
    expect((await run(suspend, { typed: 'Yes ' })).exit).toBe(0);
    expect((await run(['handles', 'show', 'bob-in-the-boat'])).data.status).toBe('suspended');
    await run(['handles', 'unsuspend', 'bob-in-the-boat', ...why]);
  });

  it('states how many people get an email before a price rises, and asks nothing before a price falls', async () => {
    const change = ['packages', 'change', 'Plus', '--now', '9'];
    const { error } = await run(change, { json: false });
    expect(error).toMatch(/The Plus plan rises from \$4\.99 to \$9\.00 a year\. 1 person .* gets an email/);
    expect((await run(change, { typed: 'yes' })).data.price_yearly_usd_now).toBe(9);
    expect((await run(['packages', 'change', 'Plus', '--now', '4.99'])).exit).toBe(0);
  });

  it('explains every command and flag with --help', async () => {
    const { exit, output } = await run(['--help'], { json: false });
    expect(exit).toBe(0);
    for (const [, name = ''] of output.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)?)/gm)) {
      const help = await run([...name.split(' '), '--help'], { json: false });
      expect([name, help.exit, help.output]).toEqual([name, 0, expect.stringContaining(`npm run admin -- ${name}`)]);
    }
    expect((await run(['payments', 'refund', '--help'], { json: false })).output).toMatch(/--yes[\s\S]*--json/);
  });
});

it('mails a working sign-in link, and notifies both sides of a transfer without naming the other side', async () => {
  await run(['resend', 'sign-in', BOB]);
  await run(['handles', 'transfer', 'ada-at-the-keys', ADA, ...why, yes]);
  const emails = await server.sentEmails();
  const subjects = emails.map(({ sentTo, subject }) => `${sentTo}: ${subject}`);
  expect(subjects).toContain(`${BOB}: ada-at-the-keys on localhost:3000 has a new owner`);
  expect(subjects).toContain(`${ADA}: ada-at-the-keys on localhost:3000 is yours`);
  for (const { sentTo, subject, text } of emails.filter((email) => email.subject?.startsWith('ada-at'))) {
    expect([subject, text?.includes(sentTo === ADA ? BOB : ADA)]).toEqual([subject, false]);
  }
  const link = emails.find(({ sentTo, text }) => sentTo === BOB && text?.includes('/link/'));
  const bob = new Person(server);
  expect((await bob.request('POST', linkIn(link?.text))).status).toBe(303);
  expect((await bob.request('GET', '/api/user')).body.email).toBe(BOB);
});

it('reserves a quarantined handle for the owner who closed the account, and requires the end of a paid period', async () => {
  const { db } = server;
  await db.updateTable('handles').set({ state: 'quarantined' }).where('handle', '=', 'lovelace').execute();
  expect((await run(['handles', 'restore', 'lovelace', BOB, ...why])).error).toContain('has closed the account');
  await db.updateTable('handles').set({ account_id: null }).where('handle', '=', 'lovelace').execute();
  const tooLate = ['--paid-until', '2020-01-01'];
  for (const until of [[], tooLate]) {
    const { exit, code } = await run(['handles', 'restore', 'lovelace', BOB, ...why, ...until]);
    expect([exit, code]).toEqual([1, 'invalid_input']);
  }
  expect((await run(['handles', 'show', 'lovelace'])).data).toMatchObject({ status: 'quarantined', userId: null });
});

it('runs as npm run admin beside a running server', () => {
  const env = processEnvironment({ DATABASE_URL: server.url, DATA_DIR: server.dataDir });
  const args = ['tools/admin.ts', 'users', 'show', ADA, '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  expect([status, JSON.parse(stdout).email, stderr]).toEqual([0, ADA, '']);
});
