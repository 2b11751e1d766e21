import { beforeAll, expect, it } from 'vitest';
import { adminMailReportDetails, mailReportSummary } from '../../contract/admin/mail-reports.ts';
import { DAY } from '../../contract/time.ts';
import type { MailReport } from '../../mail/message/mail-report.ts';
import { createReportStore } from '../../server/mail/adapters/received-reports.ts';
import { readAllPages, signedInAdmin } from '../support/api/admin.ts';
import type { Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let admin: Person;

const REPORTS: [MailReport, 'sent' | 'forwarded' | null][] = [
  [
    {
      kind: 'dmarc',
      id: 'd1',
      organization: 'Reporter',
      contact: 'post@reporter.test',
      omitted: 0,
      begins: new Date('2026-11-20T00:00:00Z'),
      ends: new Date('2026-11-20T23:59:59Z'),
      passed: 7,
      failed: 2,
      policy: { domain: 'localhost', p: 'quarantine', sp: '', adkim: 'r', aspf: 'r' },
      sources: [
        {
          ip: '192.0.2.1',
          messages: 9,
          disposition: 'none',
          dkim: true,
          spf: false,
          reasons: ['forwarded'],
          headerFrom: 'localhost',
          envelopeFrom: '',
          spfResults: [{ domain: 'a.test', result: 'fail' }],
          dkimResults: [{ domain: 'localhost', selector: 'np', result: 'pass' }],
        },
      ],
    },
    null,
  ],
  [
    {
      kind: 'tls',
      id: 't1',
      organization: 'Reporter',
      contact: '',
      begins: null,
      ends: null,
      omitted: 3,
      passed: 100,
      failed: 5,
      policies: [
        {
          type: 'sts',
          domain: 'localhost',
          strings: ['version: STSv1'],
          mx: ['mx.localhost'],
          passed: 100,
          failed: 5,
          failures: [
            {
              type: 'certificate-expired',
              mx: 'mx.localhost',
              sendingIp: '192.0.2.2',
              receivingIp: '',
              sessions: 5,
              reason: '',
            },
          ],
        },
      ],
    },
    null,
  ],
  ...(['forwarded', 'forwarded', null] as const).map((traffic, at): [MailReport, typeof traffic] => [
    {
      kind: 'feedback',
      id: `f${at}`,
      type: 'abuse',
      userAgent: 'Loop/1',
      sourceIp: '192.0.2.3',
      domains: ['localhost'],
      messageId: '<a@b.test>',
      returnAddresses: ['x@y.test'],
      claimedAuthor: '',
    },
    traffic,
  ]),
];

beforeAll(async () => {
  admin = await signedInAdmin(server);
  await server.db.insertInto('handles').values({ handle: 'complained-about' }).execute();
  const store = createReportStore({ db: server.db, adminEmails: [], clock: () => new Date() });
  for (const [report, traffic] of REPORTS) {
    const about = traffic && { key: 'complained-about', traffic, isProven: true };
    await store.store({ report, reporter: 'reporter.test', about });
  }
});

const ids = async (query: string) => (await admin.request('GET', `/api/admin/mail-reports${query}`)).body;

it('lists reports, newest first, by page and by kind', async () => {
  const all = await readAllPages<{ id: number; kind: string }>(admin, '/api/admin/mail-reports?limit=2');
  expect(all.map(({ kind }) => kind)).toEqual(['feedback', 'feedback', 'feedback', 'tls', 'dmarc']);
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((one, other) => other - one));
  expect(all[1]).toMatchObject({ handle: 'complained-about', traffic: 'forwarded', passed: 0, failed: 1 });
  expect(all[4]).toMatchObject({
    reporter: 'reporter.test',
    beginsAt: '2026-11-20T00:00:00.000Z',
    passed: 7,
    failed: 2,
    traffic: null,
  });
  const complaints = await readAllPages<{ kind: string }>(admin, '/api/admin/mail-reports?limit=1&kind=feedback');
  expect(complaints.map(({ kind }) => kind)).toEqual(['feedback', 'feedback', 'feedback']);
  expect((await admin.request('GET', '/api/admin/mail-reports?kind=other')).status).toBe(400);
});

it('returns the details of each kind', async () => {
  for (const item of await ids('')) {
    const { status, body } = await admin.request('GET', `/api/admin/mail-reports/${item.id}`);
    expect(status).toBe(200);
    expect(adminMailReportDetails.parse(body)).toEqual(body);
    expect(body).toMatchObject({ ...item, details: { kind: item.kind } });
  }
  const [dmarc] = await ids('?kind=dmarc');
  const { body } = await admin.request('GET', `/api/admin/mail-reports/${dmarc.id}`);
  expect(body.details.sources).toMatchObject([{ ip: '192.0.2.1', messages: 9, dkim: true, spf: false }]);
  expect((await admin.request('GET', '/api/admin/mail-reports/999999')).status).toBe(404);
});

it('sums the reports of the last 30 days', async () => {
  const summary = async () => (await admin.request('GET', '/api/admin/mail-reports/summary')).body;
  const expected = {
    dmarc: { reports: 1, passed: 7, failed: 2 },
    tls: { reports: 1, passed: 100, failed: 5 },
    feedback: { sent: 0, forwarded: 2, unknown: 1 },
  };
  expect(mailReportSummary.parse(await summary())).toEqual(expected);
  const before = new Date(Date.now() - 31 * DAY);
  await server.db.updateTable('mail_reports').set({ received_at: before }).where('kind', '=', 'dmarc').execute();
  expect(await summary()).toEqual({ ...expected, dmarc: { reports: 0, passed: 0, failed: 0 } });
});
