import type { MailReport } from '../message/mail-report.ts';

/** What a report says, and about whose mail. */
export interface ReceivedReport {
  report: MailReport;
  /** The domain of the author, who passed SPF or DKIM with alignment. */
  reporter: string;
  /** The handle that a complaint is about; null if nothing tells. */
  about: ComplaintTarget | null;
}

/** Whose mail a complaint is about. */
export interface ComplaintTarget {
  /** The recipient key of the handle. */
  key: string;
  /** Whether the handle sent the mail, or we forwarded it. */
  traffic: 'sent' | 'forwarded';
  /** A return address that we signed names the handle, so that the reporter has the message or its sender. */
  isProven: boolean;
}

/** Stores reports about our mail. */
export interface ReportStore {
  /**
   * Resolves once the report is stored durably: `duplicate` if it was stored before. Rejects if it cannot be stored, so that
   * the sender retries.
   */
  store(report: ReceivedReport): Promise<'stored' | 'duplicate'>;
}
