import type { SentCopy } from '../host/sent-mail.ts';
import type { MailHost } from '../host.ts';
import type { Settings } from '../options.ts';
import type { DnsblLookup } from './dnsbl.ts';
import type { Accept } from './transaction.ts';

/** A decoded return address, or why it is invalid. `sent`: of a message that a handle sent. */
export type ReturnAddress =
  | { valid: true; sender: string; recipient: string; sent?: SentCopy }
  | { valid: false; text?: string };

/** Everything the SMTP server needs: the settings, what the host provides, and the stages before and after it. */
export interface SmtpServerContext
  extends Pick<MailHost, 'directory' | 'contacts' | 'greylist' | 'recorder' | 'counters' | 'clock' | 'log'> {
  settings: Settings;
  findListing: DnsblLookup;
  /** Decodes an SRS return address of ours, ignoring case; null if the local part is not one. */
  readReturnAddress(local: string): Promise<ReturnAddress | null>;
  accept: Accept;
}
