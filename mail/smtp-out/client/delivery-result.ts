import type { DeliveryResult } from '../../host.ts';
import { classifyReply } from './classify-reply.ts';
import { enhancedCodeOf, type Reply, shortLine } from './reply.ts';
import type { SmtpFailure } from './smtp-failure.ts';

type Deferred = Extract<DeliveryResult, { kind: 'deferred' }>;

/** What a failed conversation with `host` means for the message: refused for good, or not now. */
export function toDeliveryResult({ step, reply, message }: SmtpFailure, host: string): DeliveryResult {
  if (step === 'tls') return { ...deferredResult('4.7.5', `${host}: ${message}`, host), about: 'tls' };
  if (!reply) return deferredResult(step === 'own' ? '4.3.0' : '4.4.1', step === 'own' ? message : `${host}: ${message}`, host);
  const { code, text: words } = reply;
  if (code >= 400 && code < 500) return { kind: 'deferred', code, enhanced: enhancedCodeOf(reply, '4.0.0'), words, host };
  if (code < 500 || code > 599) return { ...deferredResult('4.4.1', words, host), code };
  if (step === 'banner' || step === 'ehlo') return rejectedBeforeMail(reply, host);
  if (step === 'auth' || step === 'connect') return { ...deferredResult('4.4.1', words, host), code };
  const blame = classifyReply(reply);
  if (blame === 'message') return { kind: 'refused', code, enhanced: enhancedCodeOf(reply, '5.0.0'), words, host };
  return { kind: 'deferred', code, enhanced: temporaryCodeOf(reply), words, host, about: blame };
}

/** A refusal before MAIL FROM is about us or this server, not about the message. */
function rejectedBeforeMail(reply: Reply, host: string): DeliveryResult {
  const { code, text: words } = reply;
  // The host takes no mail at all, from nobody (RFC 7504).
  if (code === 521) return { kind: 'refused', code, enhanced: enhancedCodeOf(reply, '5.3.2'), words, host };
  const deferred: Deferred = { kind: 'deferred', code, enhanced: temporaryCodeOf(reply), words, host };
  return enhancedCodeOf(reply, '').startsWith('5.3.') ? deferred : { ...deferred, about: 'reputation' };
}

/** The reply's enhanced code as one that may pass. */
function temporaryCodeOf(reply: Reply): string {
  return enhancedCodeOf(reply, '5.7.0').replace(/^5/, '4');
}

/** A deferred result of our own making. */
export function deferredResult(enhanced: string, words: string, host?: string): Deferred {
  return { kind: 'deferred', code: 0, enhanced, words: shortLine(words), ...(host === undefined ? {} : { host }) };
}
