import type { SigningKey } from '../host/signing-key.ts';
import { algorithmOf, coverFields, signField } from './signature.ts';

/** What readers are shown, and what says how the body is to be read. */
const SIGNED = [
  ...['from', 'to', 'cc', 'subject', 'date', 'message-id', 'reply-to', 'sender', 'in-reply-to', 'references'],
  ...['mime-version', 'content-type', 'content-transfer-encoding', 'auto-submitted'],
  ...['list-unsubscribe', 'list-unsubscribe-post'],
];

export interface Signing {
  domain: string;
  key: SigningKey;
  at: Date;
  /** Seconds that the signature holds. */
  holds: number;
}

/** A DKIM-Signature field (RFC 6376) for a header; `bodyHash` is that of the body in relaxed form. All is oversigned. */
export function dkimSignature(head: Buffer, bodyHash: string, signing: Signing): string {
  const { domain, key, at, holds } = signing;
  const { h, lines } = coverFields(head, SIGNED, true);
  const seconds = Math.floor(at.getTime() / 1000);
  const tags = [
    `v=1; a=${algorithmOf(key)}; c=relaxed/relaxed; d=${domain}; s=${key.selector}`,
    `t=${seconds}; x=${seconds + holds}`,
    `h=${h}`,
    `bh=${bodyHash}`,
  ];
  return signField('DKIM-Signature', tags, lines, key).field;
}
