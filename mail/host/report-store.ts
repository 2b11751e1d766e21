import type { MailReport } from '../message/mail-report.ts';

/** A report, its reporter, and the handle that it is about. */
export interface ReceivedReport {
  report: MailReport;
  /** The domain of the author, who passed SPF or DKIM with alignment. */
  reporter: string;
  /** Null if the handle is unknown or the report is not a complaint. */
  about: ComplaintTarget | null;
}

/** The handle that a complaint is about. */
export interface ComplaintTarget {
  /** The recipient key of the handle. */
  key: string;
  /** Whether the handle sent the mail, or we forwarded it. */
  traffic: 'sent' | 'forwarded';
  /** A return address that we signed names the handle, which proves that the reporter has the message. */
  isProven: boolean;
}

/** Stores reports about our mail. */
export interface ReportStore {
  /**
   * Resolves once the report is stored durably; `duplicate` if it was stored before. Rejects if it cannot be stored,
   * which makes the sender retry.
   */
  store(report: ReceivedReport): Promise<'stored' | 'duplicate'>;
}
