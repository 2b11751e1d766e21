import type { DeliveryResult } from '../../message/delivery-result.ts';
import { classifyReply } from './classify-reply.ts';
import { enhancedOf, type Reply, shortLine } from './reply.ts';
import type { SmtpFailure } from './smtp-failure.ts';

type Deferred = Extract<DeliveryResult, { kind: 'deferred' }>;

/** What a failed conversation with `host` means for the message: refused for good, or not now. */
export function verdictOf({ step, reply, message }: SmtpFailure, host: string): DeliveryResult {
  if (step === 'tls') return { ...notNow('4.7.5', `${host}: ${message}`, host), cause: 'tls' };
  if (!reply) return notNow(step === 'own' ? '4.3.0' : '4.4.1', step === 'own' ? message : `${host}: ${message}`, host);
  const { code, words } = reply;
  if (code >= 400 && code < 500)
    return { kind: 'deferred', code, enhanced: enhancedOf(reply, '4.0.0'), text: words, host };
  if (code < 500 || code > 599) return { ...notNow('4.4.1', words, host), code };
  if (step === 'banner' || step === 'ehlo') return beforeMail(reply, host);
  if (step === 'auth' || step === 'connect') return { ...notNow('4.4.1', words, host), code };
  const blame = classifyReply(reply);
  if (blame === 'message') return { kind: 'refused', code, enhanced: enhancedOf(reply, '5.0.0'), text: words, host };
  return { kind: 'deferred', code, enhanced: temporary(reply), text: words, host, cause: blame };
}

/** A refusal before MAIL FROM is about us or this server, not about the message. */
function beforeMail(reply: Reply, host: string): DeliveryResult {
  const { code, words } = reply;
  // The host takes no mail at all, from nobody (RFC 7504).
  if (code === 521) return { kind: 'refused', code, enhanced: enhancedOf(reply, '5.3.2'), text: words, host };
  const deferred: Deferred = { kind: 'deferred', code, enhanced: temporary(reply), text: words, host };
  return enhancedOf(reply, '').startsWith('5.3.') ? deferred : { ...deferred, cause: 'reputation' };
}

/** The reply's enhanced code as one that may pass. */
function temporary(reply: Reply): string {
  return enhancedOf(reply, '5.7.0').replace(/^5/, '4');
}

/** A deferred result of our own making. */
export function notNow(enhanced: string, words: string, host?: string): Deferred {
  return { kind: 'deferred', code: 0, enhanced, text: shortLine(words), ...(host === undefined ? {} : { host }) };
}
