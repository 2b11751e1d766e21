import type { MailHost } from '../host.ts';
import type { Settings } from '../options.ts';
import type { DnsblLookup } from './checks/dnsbl.ts';
import type { MemoryBudget } from './spool.ts';

/** A decoded SRS return address, or why it is invalid. */
export type ReturnAddress = { valid: true; sender: string; recipient: string } | { valid: false; text?: string };

/** What every SMTP server needs. */
export interface SmtpServerContext extends Pick<MailHost, 'recorder' | 'counters' | 'clock' | 'log'> {
  settings: Settings;
  /** Shared by the messages of all servers of a process. */
  memory: MemoryBudget;
  /** Empties the spool folder of an earlier process, once. */
  prepareSpool(): Promise<void>;
}

/** What the checks of mail from other servers need. */
export interface TransferContext extends SmtpServerContext, Pick<MailHost, 'directory' | 'greylist'> {
  findListing: DnsblLookup;
  /** Decodes an SRS return address of ours, ignoring case; null if the local part is not one. */
  readReturnAddress(local: string): Promise<ReturnAddress | null>;
}
