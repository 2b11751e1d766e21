import { sql } from 'kysely';
import type { DmarcDetails, FeedbackDetails, TlsDetails } from '../../../contract/admin/mail-reports.ts';
import type { DB } from '../../../db/schema.ts';
import type { ReceivedReport, ReportStore } from '../../../mail/host/report-store.ts';
import type { FeedbackReport } from '../../../mail/message/mail-report.ts';
import { sentRecipient } from '../../forwarding/shared/sent-recipient-store.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { lockName } from '../../platform/db/lock-name.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { countComplaintIn } from '../../sending/pauses/pauses-rules.ts';

export interface ReportStoreOptions {
  db: Database;
  /** Administrators, who are notified if complaints pause the sending of a handle. */
  adminEmails: string[];
  clock: Clock;
}

/** Stores reports about our mail, and counts complaints about mail that handles sent, in one transaction. */
export function createReportStore({ db, adminEmails, clock }: ReportStoreOptions): ReportStore {
  return {
    store: (received) =>
      db.transaction().execute(async (trx) => {
        const { report, reporter } = received;
        const handleId = await handleOf(trx, received);
        const domain = await complainingDomain(trx, received);
        const isCounted =
          report.kind === 'feedback' && (await counts(trx, report, received, { handleId, domain, now: clock() }));
        const row = await trx
          .insertInto('mail_reports')
          .values({
            kind: report.kind,
            reporter,
            report_id: report.id,
            handle_id: handleId,
            begins_at: report.kind === 'feedback' ? null : report.begins,
            ends_at: report.kind === 'feedback' ? null : report.ends,
            passed: report.kind === 'feedback' ? 0 : report.passed,
            failed: report.kind === 'feedback' ? 1 : report.failed,
            details: JSON.stringify(detailsOf(received, isCounted, domain)),
            received_at: clock(),
          })
          .onConflict((conflict) => conflict.columns(['kind', 'reporter', 'report_id']).doNothing())
          .returning('id')
          .executeTakeFirst();
        if (!row) return 'duplicate';
        if (isCounted && handleId !== null) await countComplaintIn(trx, { adminEmails }, handleId, clock());
        return 'stored';
      }),
  };
}

async function handleOf(trx: Transaction<DB>, { about }: ReceivedReport): Promise<number | null> {
  if (!about) return null;
  const row = await trx.selectFrom('handles').select('id').where('handle', '=', about.key).executeTakeFirst();
  return row?.id ?? null;
}

/** Returns the domain of the complaining recipient, or else that of the reporter. */
async function complainingDomain(trx: Transaction<DB>, { report, about, reporter }: ReceivedReport): Promise<string> {
  const recipient = about?.traffic === 'sent' ? await sentRecipient(trx, about.key, report.id) : null;
  return recipient?.split('@').at(-1)?.toLowerCase() ?? reporter;
}

/**
 * Returns whether a complaint counts towards a pause: only if a signed return address proves that the handle sent the
 * message, once for each copy, and once a day for each recipient domain. Otherwise anyone with a domain could pause the
 * sending of a handle that writes to them.
 */
async function counts(
  trx: Transaction<DB>,
  { id, type }: FeedbackReport,
  { about }: ReceivedReport,
  { handleId, domain, now }: { handleId: number | null; domain: string; now: Date },
): Promise<boolean> {
  if (handleId === null || about?.traffic !== 'sent' || !about.isProven || type === 'not-spam') return false;
  // Two processes may receive complaints at the same time.
  await lockName(trx, `complaints about ${handleId}`);
  const { rows } = await sql`
    select from mail_reports where kind = 'feedback' and handle_id = ${handleId} and (report_id = ${id}
      or (details->>'recipientDomain' = ${domain} and details->>'counted' = 'true' and received_at > ${now}::timestamptz - interval '1 day'))
    limit 1`.execute(trx);
  return rows.length === 0;
}

function detailsOf(
  { report, about }: ReceivedReport,
  isCounted: boolean,
  recipientDomain: string,
): DmarcDetails | TlsDetails | FeedbackDetails {
  if (report.kind === 'dmarc') {
    const { kind, organization, contact, policy, sources, omitted } = report;
    return { kind, organization, contact, policy, sources, omitted };
  }
  if (report.kind === 'tls') {
    const { kind, organization, contact, policies, omitted } = report;
    return { kind, organization, contact, policies, omitted };
  }
  const { kind, type, userAgent, sourceIp, domains, messageId } = report;
  const traffic = about?.traffic ?? 'unknown';
  return { kind, traffic, type, userAgent, sourceIp, domains, messageId, recipientDomain, counted: isCounted };
}
