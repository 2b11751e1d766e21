import type { Page } from '@playwright/test';
import type {
  AdminMailReport,
  AdminMailReportDetails,
  MailReportSummary,
} from '../../../contract/admin/mail-reports.ts';

const AT = '2026-11-21T03:07:00.000Z';
const PERIOD = { beginsAt: '2026-11-20T00:00:00.000Z', endsAt: '2026-11-20T23:59:59.000Z' };

const DMARC: AdminMailReportDetails = {
  id: 3,
  kind: 'dmarc',
  reporter: 'reports.large-provider.example',
  ...PERIOD,
  passed: 1_240,
  failed: 12,
  handle: null,
  traffic: null,
  receivedAt: AT,
  reportId: '2026-11-20.large-provider.4711',
  details: {
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
  },
};

const TLS: AdminMailReportDetails = {
  id: 2,
  kind: 'tls',
  reporter: 'tls.other-provider.example',
  ...PERIOD,
  passed: 318,
  failed: 4,
  handle: null,
  traffic: null,
  receivedAt: AT,
  reportId: 'tls-2026-11-20',
  details: {
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
  },
};

const COMPLAINT: AdminMailReportDetails = {
  id: 1,
  kind: 'feedback',
  reporter: 'feedback.large-provider.example',
  beginsAt: null,
  endsAt: null,
  passed: 0,
  failed: 1,
  handle: 'a-handle',
  traffic: 'sent',
  receivedAt: AT,
  reportId: 'copy-1',
  details: {
    kind: 'feedback',
    traffic: 'sent',
    type: 'abuse',
    userAgent: 'Loop/2.1',
    sourceIp: '192.0.2.1',
    domains: ['localhost'],
    messageId: '<1234@localhost>',
    counted: true,
  },
};

const SUMMARY: MailReportSummary = {
  dmarc: { reports: 31, passed: 40_310, failed: 212 },
  tls: { reports: 29, passed: 9_120, failed: 4 },
  feedback: { sent: 2, forwarded: 5, unknown: 1 },
};

/** Answers the calls of the reports about our mail with one report of each kind. */
export async function mockMailReports(page: Page): Promise<void> {
  const reports = [DMARC, TLS, COMPLAINT];
  const items = reports.map(({ reportId, details, ...item }): AdminMailReport => item);
  await page.route('**/api/admin/mail-reports?*', (route) => route.fulfill({ json: items }));
  await page.route('**/api/admin/mail-reports', (route) => route.fulfill({ json: items }));
  await page.route('**/api/admin/mail-reports/summary', (route) => route.fulfill({ json: SUMMARY }));
  await page.route(/\/api\/admin\/mail-reports\/\d+$/, (route) => {
    const id = Number(new URL(route.request().url()).pathname.split('/').at(-1));
    return route.fulfill({ json: reports.find((report) => report.id === id) });
  });
}
