import type { DeliveryResult } from '../../message/delivery-result.ts';
import { classifyReply } from './classify-reply.ts';
import { enhancedCodeOf, type Reply, shortLine } from './reply.ts';
import type { SmtpFailure } from './smtp-failure.ts';

type Deferred = Extract<DeliveryResult, { kind: 'deferred' }>;

/** Converts a failure to a delivery result: permanently refused, or deferred. */
export function toDeliveryResult({ step, reply, message, isOurs }: SmtpFailure, host: string): DeliveryResult {
  if (step === 'tls') return { ...deferredResult('4.7.5', `${host}: ${message}`, host), cause: 'tls' };
  if (!reply)
    return step === 'local'
      ? deferredResult('4.3.0', message, host)
      : deferredResult('4.4.1', `${host}: ${message}`, host);
  const { code, text } = reply;
  if (code < 400) return { ...deferredResult('4.4.1', text, host), code };
  if (code < 500) return { kind: 'deferred', code, enhanced: enhancedCodeOf(reply, '4.0.0'), text, host };
  if (step === 'banner' || step === 'ehlo') return rejectedBeforeMail(reply, host);
  if (step === 'auth' || step === 'connect') return { ...deferredResult('4.4.1', text, host), code };
  const cause = classifyReply(reply);
  if (cause === 'message') {
    const enhanced = enhancedCodeOf(reply, '5.0.0');
    return { kind: 'refused', code, enhanced, text, host, ...(isOurs && { isOurs }) };
  }
  return { kind: 'deferred', code, enhanced: temporaryCodeOf(reply), text, host, cause };
}

/** Classifies a rejection before MAIL FROM: it concerns the client or the server, not the message. */
function rejectedBeforeMail(reply: Reply, host: string): DeliveryResult {
  const { code, text } = reply;
  // The host does not accept mail (RFC 7504).
  if (code === 521) return { kind: 'refused', code, enhanced: enhancedCodeOf(reply, '5.3.2'), text, host };
  const deferred: Deferred = { kind: 'deferred', code, enhanced: temporaryCodeOf(reply), text, host };
  return enhancedCodeOf(reply, '').startsWith('5.3.') ? deferred : { ...deferred, cause: 'reputation' };
}

/** Returns the enhanced code of a reply with class 4. */
function temporaryCodeOf(reply: Reply): string {
  return `4${enhancedCodeOf(reply, '5.7.0').slice(1)}`;
}

/** Creates a deferred result without a reply. */
export function deferredResult(enhanced: string, text: string, host?: string): Deferred {
  return { kind: 'deferred', code: 0, enhanced, text: shortLine(text), ...(host === undefined ? {} : { host }) };
}
