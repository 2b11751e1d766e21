import type { RecipientPolicy } from '../host/directory.ts';
import type { SentCopy } from '../host/sent-mail.ts';
import type { Submitter } from '../host/submission-policy.ts';
import type { Message } from '../message/message.ts';

/** A recipient whose RCPT got 250. */
export type AcceptedRecipient =
  /** One of our addresses; `address` is as the sender wrote it. */
  | {
      kind: 'forward';
      address: string;
      local: string;
      destinations: string[];
      key: string;
      policy: RecipientPolicy | undefined;
    }
  /** A reply address, by which an inbox of the handle `key` writes to somebody. */
  | { kind: 'reply'; address: string; key: string }
  /** Accepted and discarded. */
  | { kind: 'drop'; address: string; key: string }
  /**
   * A bounce for `sender`, about mail to `recipient`; both are empty if a system email bounced. `sent`: a message that a
   * handle sent bounced.
   */
  | { kind: 'bounce'; address: string; sender: string; recipient: string; sent?: SentCopy }
  /** A recipient of mail that an authenticated client submits; any domain. */
  | { kind: 'remote'; address: string };

/** The envelope of a received message and the client that sent it. */
export interface Transaction {
  id: string;
  /** Envelope sender; empty for the null sender. */
  from: string;
  recipients: AcceptedRecipient[];
  client: { address: string; helo: string; protocol: string };
  /** The authenticated client; only for submissions. */
  submitter?: Submitter;
  /** The client announced SMTPUTF8. */
  utf8: boolean;
  /** Whether the client has disconnected, so that it cannot receive a reply. */
  isGone(): boolean;
}

/** Processes a received message. Resolves with the text of the 250 reply; rejects with a SmtpReplyError or AbortConnection. */
export type Accept = (message: Message, transaction: Transaction) => Promise<string>;
