import type { DeliveryResult } from '../ports.ts';
import type { PeerError } from './peer.ts';

/** What a peer's reply or a broken conversation means for the message: refused for good, or not now. */
export function verdictOf(error: PeerError): DeliveryResult {
  const words = (error.response || error.message).replace(/\s+/g, ' ').slice(0, 500);
  const code = error.responseCode ?? 0;
  // A refusal before MAIL FROM is about us or this server, not about the message: another time or host may take it.
  const aboutMessage = ['MAIL FROM', 'RCPT TO', 'DATA'].includes(error.command ?? '');
  if (aboutMessage && code >= 500 && code < 600) {
    return { kind: 'refused', code, enhanced: enhancedOf(words, '5.0.0'), words };
  }
  if (code >= 400 && code < 500) return { kind: 'deferred', code, enhanced: enhancedOf(words, '4.0.0'), words };
  // Without any reply it was our own client that saw the limit announced, or an address nobody could be asked with.
  if (!error.response && error.code === 'EMESSAGE') return { kind: 'refused', code: 552, enhanced: '5.3.4', words };
  if (!error.response && error.code === 'EENVELOPE') return { kind: 'refused', code: 553, enhanced: '5.1.3', words };
  return { kind: 'deferred', code, enhanced: error.code === 'ESTREAM' ? '4.3.0' : '4.4.1', words };
}

/** A deferred result of our own making. */
export function notNow(enhanced: string, words: string): DeliveryResult {
  return { kind: 'deferred', code: 0, enhanced, words };
}

function enhancedOf(words: string, fallback: string): string {
  const found = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(words)?.[1];
  // A code of another class than the reply says nothing we could pass on.
  return found && found[0] === fallback[0] ? found : fallback;
}
