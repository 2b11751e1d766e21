import type { Reply } from './reply.ts';

/** Where in a conversation something went wrong. `own`: on our side, before or while our bytes went out. */
export type Step = 'connect' | 'banner' | 'ehlo' | 'tls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'body' | 'dot' | 'own';

/** A step of a conversation failed: by a reply, or without one when the line broke, was silent or was not understood. */
export class SmtpFailure extends Error {
  override name = 'SmtpFailure';
  readonly step: Step;
  readonly reply: Reply | null;

  constructor(step: Step, text: string, reply: Reply | null = null) {
    super(text);
    this.step = step;
    this.reply = reply;
  }
}
