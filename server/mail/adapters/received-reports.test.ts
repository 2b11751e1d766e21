import { beforeEach, expect, it } from 'vitest';
import type { ComplaintTarget } from '../../../mail/host/report-store.ts';
import type { DmarcReport, FeedbackReport } from '../../../mail/message/mail-report.ts';
import { useDatabase } from '../../../tests/support/server/test-database.ts';
import { createReportStore } from './received-reports.ts';

const database = useDatabase();
let now: Date;
beforeEach(async () => {
  now = new Date('2026-11-22T12:00:00Z');
  for (const table of ['mail_reports', 'sending_usage', 'sending_settings', 'handles', 'accounts'] as const) {
    await database.db.deleteFrom(table).execute();
  }
  const owner = await database.db
    .insertInto('accounts')
    .values({ email: 'ann@inbox.example' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database.db.insertInto('handles').values({ handle: 'alice', account_id: owner.id }).execute();
});

const store = () => createReportStore({ db: database.db, adminEmails: ['admin@inbox.example'], clock: () => now });
const reports = () => database.db.selectFrom('mail_reports').selectAll().orderBy('id').execute();
const pauses = () => database.db.selectFrom('sending_settings').select(['pause_reason']).execute();

const DMARC: DmarcReport = {
  kind: 'dmarc',
  id: 'r1',
  organization: 'Reporter',
  contact: '',
  passed: 3,
  failed: 1,
  omitted: 0,
  sources: [],
  begins: new Date('2026-11-21T00:00:00Z'),
  ends: null,
  policy: { domain: 'handles.test', p: 'reject', sp: '', adkim: 'r', aspf: 'r' },
};
const complaint = (id: string, type = 'abuse'): FeedbackReport => ({
  kind: 'feedback',
  id,
  type,
  userAgent: '',
  sourceIp: '',
  domains: [],
  messageId: '<m@handles.test>',
  returnAddresses: [],
  claimedAuthor: '',
});
const SENT: ComplaintTarget = { key: 'alice', traffic: 'sent', isProven: true };
const complain = (id: string, about: ComplaintTarget | null = SENT, reporter = 'reporter.test', type = 'abuse') =>
  store().store({ report: complaint(id, type), reporter, about });

it('stores a report once for each reporter and id', async () => {
  const save = (reporter: string) => store().store({ report: DMARC, reporter, about: null });
  expect(await save('reporter.test')).toBe('stored');
  expect(await save('reporter.test')).toBe('duplicate');
  expect(await save('other.test')).toBe('stored');
  const [row, ...others] = await reports();
  expect(others).toHaveLength(1);
  expect(row).toMatchObject({
    kind: 'dmarc',
    reporter: 'reporter.test',
    report_id: 'r1',
    passed: 3,
    failed: 1,
    handle_id: null,
    begins_at: DMARC.begins,
    ends_at: null,
    received_at: now,
    details: { kind: 'dmarc', organization: 'Reporter', policy: { p: 'reject' }, sources: [], omitted: 0 },
  });
});

it('pauses the sending of a handle after complaints from three domains in 24 hours', async () => {
  await complain('c1', SENT, 'one.test');
  now = new Date('2026-11-23T05:00:00Z');
  await complain('c2', SENT, 'two.test');
  expect(await pauses()).toEqual([]);
  now = new Date('2026-11-23T10:30:00Z');
  await complain('c3', SENT, 'three.test');
  expect(await pauses()).toEqual([{ pause_reason: 'complaints' }]);
  expect((await reports()).map(({ details }) => details)).toMatchObject([{ counted: true }, {}, { counted: true }]);
});

it('does not pause for three complaints spread over more than 24 hours', async () => {
  await complain('c1', SENT, 'one.test');
  now = new Date('2026-11-23T13:00:00Z');
  await complain('c2', SENT, 'two.test');
  now = new Date('2026-11-23T14:00:00Z');
  await complain('c3', SENT, 'three.test');
  expect(await pauses()).toEqual([]);
});

it('does not pause for any number of complaints from recipients at one domain, whoever reports them', async () => {
  const { id } = await database.db.selectFrom('handles').select('id').executeTakeFirstOrThrow();
  const sent = { handle_id: id, sender: '', author: '', client: '', size: 1, state: 'delivered', direction: 'sent' };
  for (const [at, user] of ['ann', 'bea', 'cleo', 'dora'].entries()) {
    const recipient = `${user}@Grudge.test`;
    await database.db
      .insertInto('flights')
      .values({ ...sent, id: `copy${at}`, recipient, received_at: now, events: '[]' })
      .execute();
  }
  await Promise.all([0, 1, 2, 3].map((at) => complain(`copy${at}`, SENT, `reporter${at}.test`)));
  expect(await pauses()).toEqual([]);
  const counted = (await reports()).map(({ details }) => details as { recipientDomain: string; counted: boolean });
  expect(counted.map(({ recipientDomain }) => recipientDomain)).toEqual(Array(4).fill('grudge.test'));
  expect(counted.filter((one) => one.counted)).toHaveLength(1);
  // The next day, a complaint from the domain is counted again.
  now = new Date('2026-11-24T12:00:00Z');
  await complain('c5', SENT, 'grudge.test');
  expect(await database.db.selectFrom('sending_usage').select('complaints').orderBy('hour').execute()).toEqual([
    { complaints: 1 },
    { complaints: 1 },
  ]);
});

it.each<[string, ComplaintTarget | null, string]>([
  ['about forwarded mail', { ...SENT, traffic: 'forwarded' }, 'abuse'],
  ['without a signed return address', { ...SENT, isProven: false }, 'abuse'],
  ['about no handle', null, 'abuse'],
  ['that the mail is not spam', SENT, 'not-spam'],
])('stores a complaint %s, and does not count it', async (_name, about, type) => {
  for (const id of ['c1', 'c2', 'c3', 'c4']) expect(await complain(id, about, 'reporter.test', type)).toBe('stored');
  expect(await pauses()).toEqual([]);
  expect(await database.db.selectFrom('sending_usage').selectAll().execute()).toEqual([]);
  expect((await reports()).map(({ details }) => details)).toMatchObject(
    Array(4).fill({ counted: false, traffic: about?.traffic ?? 'unknown' }),
  );
});

it('counts several complaints about one copy once, whoever sends them', async () => {
  await Promise.all(['a.test', 'b.test', 'c.test', 'd.test'].map((reporter) => complain('c1', SENT, reporter)));
  expect(await reports()).toHaveLength(4);
  expect(await pauses()).toEqual([]);
  expect(await database.db.selectFrom('sending_usage').select('complaints').execute()).toEqual([{ complaints: 1 }]);
});
