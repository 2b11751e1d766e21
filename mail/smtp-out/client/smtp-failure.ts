import type { Reply } from './reply.ts';

/** Step at which a transaction failed. `local`: on our side, before or while sending. */
export type Step = 'connect' | 'banner' | 'ehlo' | 'tls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'body' | 'dot' | 'local';

/** A failed step. `reply` is null if the connection broke, timed out or sent a malformed reply. */
export class SmtpFailure extends Error {
  override name = 'SmtpFailure';
  readonly step: Step;
  readonly reply: Reply | null;
  /** The reply is ours, not the server's: the server cannot accept the message. */
  readonly isOurs: boolean;

  constructor(step: Step, text: string, reply: Reply | null = null, isOurs = false) {
    super(text);
    this.step = step;
    this.reply = reply;
    this.isOurs = isOurs;
  }
}
