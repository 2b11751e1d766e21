import type { Inbox, RecipientPolicy } from './host/directory.ts';
import type { SentCopy, Submitter } from './host/submission-policy.ts';
import type { Message } from './message/message.ts';

/** A recipient whose RCPT got 250. */
export type AcceptedRecipient = LocalRecipient | RemoteRecipient;

/** A recipient of submitted mail: any address, including our own. Its domain is in ASCII. */
export interface RemoteRecipient {
  kind: 'remote';
  address: string;
}

/** A recipient of mail from another server. */
export type LocalRecipient =
  /** One of our addresses; `address` is as the sender wrote it. */
  | {
      kind: 'forward';
      address: string;
      local: string;
      inboxes: Inbox[];
      key: string;
      policy: RecipientPolicy | undefined;
    }
  /** A reply address, through which an inbox of the handle `key` writes to a correspondent. */
  | { kind: 'reply'; address: string; key: string }
  /** Accepted and discarded. */
  | { kind: 'drop'; address: string; key: string }
  /** An address for reports about our mail. */
  | { kind: 'report'; address: string; key: string }
  /**
   * A bounce for `sender`, about mail to `recipient`; both are empty if a system email bounced. `sent`: a message that a
   * handle sent bounced.
   */
  | { kind: 'bounce'; address: string; sender: string; recipient: string; sent?: SentCopy };

/** The envelope of a received message and the client that sent it. */
export interface Transaction {
  id: string;
  /** Envelope sender; empty for the null sender. */
  from: string;
  recipients: AcceptedRecipient[];
  client: { address: string; helo: string; protocol: string };
  /**
   * The client that submitted the message (RFC 6409), whose recipients are then all remote. Absent for mail from other
   * servers.
   */
  submitter?: Submitter;
  /** The client announced SMTPUTF8. */
  utf8: boolean;
  /** Returns whether the client has disconnected and cannot receive a reply. */
  isGone(): boolean;
}

/**
 * Processes a received message. Resolves with the text of the 250 reply; rejects with an SmtpReplyError or
 * AbortConnection.
 */
export type Accept = (message: Message, transaction: Transaction) => Promise<string>;
