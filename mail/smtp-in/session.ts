import { randomBytes } from 'node:crypto';
import type { Submitter } from '../host/submission-policy.ts';
import type { AcceptedRecipient } from '../transaction.ts';
import type { SaslExchange } from './submission/sasl.ts';

/** The envelope of the current transaction, from MAIL to the reply to the message. */
export interface Envelope {
  /** As the client wrote it; empty for the null sender. */
  from: string;
  /** The client announced SMTPUTF8 (RFC 6531). */
  utf8: boolean;
  /** By lower-case address, so a repeated RCPT replaces the earlier one. */
  recipients: Map<string, AcceptedRecipient>;
  /** Time of the first RCPT, by performance.now(). */
  firstRecipientAt: number;
}

/** The state of one SMTP session (RFC 5321 3). */
export class Session {
  /** For the log. */
  readonly id = randomBytes(10).toString('hex');
  /** The IP address of the client. */
  readonly clientAddress: string;
  /** The name in HELO or EHLO, in lower case; empty before that command. */
  helo = '';
  /** The client sent EHLO. */
  isExtended = false;
  isSecure = false;
  envelope: Envelope | null = null;
  /** The connection is closed, or closes after our last reply. */
  isOver = false;
  /** The block list that lists the client, or null; looked up from the greeting on. */
  dnsblListing: Promise<string | null> | null = null;
  /** Recipients rejected with 550. */
  rejectedRecipients = 0;
  /** Commands without progress, and protocol errors, since the last accepted message. */
  idleCommands = 0;
  errors = 0;
  /** Unknown commands since the last message. */
  unknownCommands = 0;
  /** The authenticated client; null before AUTH, and for mail from other servers. */
  submitter: Submitter | null = null;
  /** The AUTH exchange whose next line the client sends. */
  exchange: SaslExchange | null = null;
  failedLogins = 0;
  /** The reply to a failed login is delayed. */
  isDelayed = false;

  constructor(clientAddress: string) {
    this.clientAddress = clientAddress;
  }

  /** The protocol for the Received field (RFC 3848). */
  get protocol(): string {
    return `${this.isExtended ? 'E' : ''}SMTP${this.isSecure ? 'S' : ''}${this.submitter ? 'A' : ''}`;
  }

  /** Discards everything that the client sent before TLS (RFC 3207 4.2). */
  startSecure(): void {
    this.isSecure = true;
    this.helo = '';
    this.isExtended = false;
    this.envelope = null;
  }
}
