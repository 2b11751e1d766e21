import * as z from 'zod/mini';
import { defineCall } from '../call.ts';

const REPORT_KINDS = ['dmarc', 'tls', 'feedback'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** The kind of mail that a complaint is about: sent by a handle, or forwarded to an inbox; otherwise `unknown`. */
const COMPLAINT_TRAFFIC = ['sent', 'forwarded', 'unknown'] as const;

/** One item of GET /api/admin/mail-reports: another server's report about our mail or about connections to us. */
const adminMailReport = z.object({
  id: z.int().check(z.positive()),
  kind: z.enum(REPORT_KINDS),
  /** The domain that sent the report, which passed SPF or DKIM. */
  reporter: z.string(),
  /** The period of the report; null for a complaint. */
  beginsAt: z.nullable(z.iso.datetime()),
  endsAt: z.nullable(z.iso.datetime()),
  /** Messages that passed and failed DMARC, or connections with and without successful TLS; 0 and 1 for a complaint. */
  passed: z.int(),
  failed: z.int(),
  /** The handle that a complaint is about, if it still exists. */
  handle: z.nullable(z.string()),
  /** Set for complaints only. */
  traffic: z.nullable(z.enum(COMPLAINT_TRAFFIC)),
  receivedAt: z.iso.datetime(),
});
export type AdminMailReport = z.infer<typeof adminMailReport>;
const adminMailReports = z.array(adminMailReport);

/** Newest first; `after` is the id of the last item received. */
export const mailReportQuery = z.strictObject({
  limit: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(500))), 100),
  after: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  kind: z.optional(z.enum(REPORT_KINDS)),
});
export type MailReportQuery = z.infer<typeof mailReportQuery>;

/** GET /api/admin/mail-reports/summary: totals of the reports that arrived in the last 30 days. */
export const mailReportSummary = z.object({
  dmarc: z.object({ reports: z.int(), passed: z.int(), failed: z.int() }),
  tls: z.object({ reports: z.int(), passed: z.int(), failed: z.int() }),
  /** Complaints by kind of mail. */
  feedback: z.object({ sent: z.int(), forwarded: z.int(), unknown: z.int() }),
});
export type MailReportSummary = z.infer<typeof mailReportSummary>;

/** A DMARC aggregate report (RFC 9990). */
const dmarcDetails = z.object({
  kind: z.literal('dmarc'),
  /** Name and contact of the reporter, as the report gives them; empty if absent. */
  organization: z.string(),
  contact: z.string(),
  /** The record that the reporter found; absent tags are empty. */
  policy: z.object({
    domain: z.string(),
    p: z.string(),
    sp: z.string(),
    adkim: z.string(),
    aspf: z.string(),
  }),
  /** Sending addresses with equal results, sorted by number of messages, largest first. */
  sources: z.array(
    z.object({
      ip: z.string(),
      messages: z.int(),
      /** The action of the receiver: none, quarantine or reject. */
      disposition: z.string(),
      /** Results of DMARC: aligned and passed. */
      dkim: z.boolean(),
      spf: z.boolean(),
      headerFrom: z.string(),
      envelopeFrom: z.string(),
      /** The receiver's reasons for not following the policy, such as `forwarded`. */
      reasons: z.array(z.string()),
      /** Results of individual signatures and of SPF, such as `{domain, selector, result}`. */
      dkimResults: z.array(z.object({ domain: z.string(), selector: z.string(), result: z.string() })),
      spfResults: z.array(z.object({ domain: z.string(), result: z.string() })),
    }),
  ),
  /** Number of sources beyond the storage limit, whose messages the totals include. */
  omitted: z.int(),
});
export type DmarcDetails = z.infer<typeof dmarcDetails>;

/** A TLS report (RFC 8460): how other servers connected to our mail server. */
const tlsDetails = z.object({
  kind: z.literal('tls'),
  organization: z.string(),
  contact: z.string(),
  policies: z.array(
    z.object({
      /** tlsa, sts or no-policy-found. */
      type: z.string(),
      domain: z.string(),
      strings: z.array(z.string()),
      mx: z.array(z.string()),
      passed: z.int(),
      failed: z.int(),
      failures: z.array(
        z.object({
          /** For example `certificate-expired` (RFC 8460 4.3). */
          type: z.string(),
          mx: z.string(),
          sendingIp: z.string(),
          receivingIp: z.string(),
          sessions: z.int(),
          /** Text from the reporter; empty if absent. */
          reason: z.string(),
        }),
      ),
    }),
  ),
  /** Number of policies and failures beyond the storage limit, whose sessions the totals include. */
  omitted: z.int(),
});
export type TlsDetails = z.infer<typeof tlsDetails>;

/** A feedback report (RFC 5965): someone marked a message as spam. Only the domain of its recipient is stored. */
const feedbackDetails = z.object({
  kind: z.literal('feedback'),
  traffic: z.enum(COMPLAINT_TRAFFIC),
  /** abuse, fraud, virus, not-spam, opt-out, other. */
  type: z.string(),
  userAgent: z.string(),
  sourceIp: z.string(),
  /** The domains named in the report. */
  domains: z.array(z.string()),
  messageId: z.string(),
  /** The domain of the recipient, or of the reporter if the recipient is not known. */
  recipientDomain: z.optional(z.string()),
  /** Whether the complaint counts towards pausing the handle's sending. */
  counted: z.boolean(),
});
export type FeedbackDetails = z.infer<typeof feedbackDetails>;

/** GET /api/admin/mail-reports/{id} */
export const adminMailReportDetails = z.extend(adminMailReport, {
  /** Identifies the report at its reporter. */
  reportId: z.string(),
  details: z.union([dmarcDetails, tlsDetails, feedbackDetails]),
});
export type AdminMailReportDetails = z.infer<typeof adminMailReportDetails>;

export const getAdminMailReports = defineCall('GET /api/admin/mail-reports', {
  by: 'admin',
  query: mailReportQuery,
  response: adminMailReports,
});

export const getAdminMailReportSummary = defineCall('GET /api/admin/mail-reports/summary', {
  by: 'admin',
  response: mailReportSummary,
});

export const getAdminMailReport = defineCall('GET /api/admin/mail-reports/:id', {
  by: 'admin',
  response: adminMailReportDetails,
  errors: ['not_found'],
});
