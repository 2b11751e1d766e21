import type { AdminMailReportDetails } from '../../../contract/admin/mail-reports.ts';
import { DAY } from '../../../contract/time.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { ago } from './seed.ts';

type Details = AdminMailReportDetails['details'];

const DMARC: Details = {
  kind: 'dmarc',
  organization: 'Large Provider',
  contact: 'postmaster@large-provider.example',
  omitted: 0,
  policy: { domain: 'localhost', p: 'reject', sp: '', adkim: 'r', aspf: 'r' },
  sources: [
    {
      ip: '192.0.2.1',
      messages: 1_240,
      disposition: 'none',
      dkim: true,
      spf: true,
      reasons: [],
      headerFrom: 'localhost',
      envelopeFrom: 'localhost',
      dkimResults: [{ domain: 'localhost', selector: 'np20261101', result: 'pass' }],
      spfResults: [{ domain: 'localhost', result: 'pass' }],
    },
    {
      ip: '2001:db8:4711::25',
      messages: 12,
      disposition: 'reject',
      dkim: false,
      spf: false,
      reasons: ['local_policy'],
      headerFrom: 'localhost',
      envelopeFrom: 'somebody-else.example',
      dkimResults: [],
      spfResults: [{ domain: 'somebody-else.example', result: 'pass' }],
    },
  ],
};

const TLS: Details = {
  kind: 'tls',
  organization: 'Other Provider',
  contact: 'tls@other-provider.example',
  omitted: 0,
  policies: [
    {
      type: 'sts',
      domain: 'localhost',
      strings: ['version: STSv1', 'mode: enforce'],
      mx: ['mx.localhost'],
      passed: 318,
      failed: 4,
      failures: [
        {
          type: 'certificate-expired',
          mx: 'mx.localhost',
          sendingIp: '198.51.100.7',
          receivingIp: '192.0.2.1',
          sessions: 4,
          reason: 'CERT_HAS_EXPIRED',
        },
      ],
    },
  ],
};

const COMPLAINT: Details = {
  kind: 'feedback',
  traffic: 'sent',
  type: 'abuse',
  userAgent: 'Loop/2.1',
  sourceIp: '192.0.2.1',
  domains: ['localhost'],
  messageId: '<1234@localhost>',
  counted: true,
};

/** A report of each kind about our mail; the complaint is about a handle. Returns their ids by kind. */
export async function seedMailReports(db: Database, handleId: number | null) {
  const period = { begins_at: ago(2 * DAY), ends_at: ago(DAY) };
  const report = async (reporter: string, details: Details, counts: object) =>
    db
      .insertInto('mail_reports')
      .values({
        kind: details.kind,
        reporter,
        report_id: `${details.kind}-4711`,
        details: JSON.stringify(details),
        ...counts,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const feedback = await report('feedback.large-provider.example', COMPLAINT, { failed: 1, handle_id: handleId });
  const tls = await report('tls.other-provider.example', TLS, { ...period, passed: 318, failed: 4 });
  const dmarc = await report('reports.large-provider.example', DMARC, { ...period, passed: 1240, failed: 12 });
  return { feedback: feedback.id, tls: tls.id, dmarc: dmarc.id };
}
