import type { SentCopy } from '../host/submission-policy.ts';
import type { MailHost } from '../host.ts';
import type { Settings } from '../options.ts';
import type { DnsblLookup } from './checks/dnsbl.ts';
import type { MemoryBudget } from './spool.ts';

/** A decoded return address, or why it is invalid. `sent`: the copy, if a handle sent the message. */
export type ReturnAddress =
  | { valid: true; sender: string; recipient: string; sent?: SentCopy }
  | { valid: false; text?: string };

/** Dependencies of every SMTP server. */
export interface SmtpServerContext extends Pick<MailHost, 'recorder' | 'counters' | 'clock' | 'log' | 'observer'> {
  settings: Settings;
  /** Shared by the messages of all servers of a process. */
  memory: MemoryBudget;
  /** Removes the spool files of earlier processes, once. */
  prepareSpool(): Promise<void>;
}

/** Dependencies of the checks of mail from other servers. */
export interface TransferContext
  extends Pick<MailHost, 'directory' | 'contacts' | 'greylist' | 'recorder' | 'counters' | 'clock' | 'log'> {
  settings: Settings;
  findListing: DnsblLookup;
  /** Decodes one of our SRS return addresses, ignoring case; null if the local part has another form. */
  readReturnAddress(local: string): Promise<ReturnAddress | null>;
}
