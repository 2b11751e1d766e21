import type { SigningKey } from '../host/runtime.ts';
import { algorithmOf, coverFields, signField } from './signature.ts';

/** Fields that mail clients display, or that define how the body is decoded. */
const SIGNED_FIELDS = [
  'from',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'reply-to',
  'sender',
  'in-reply-to',
  'references',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'auto-submitted',
  'list-unsubscribe',
  'list-unsubscribe-post',
];

export interface DkimSignOptions {
  domain: string;
  key: SigningKey;
  at: Date;
  /** Validity of the signature in seconds. */
  lifetime: number;
}

/** Returns a DKIM-Signature field (RFC 6376) that oversigns all fields. `bodyHash` is the hash of the relaxed body. */
export function dkimSignature(head: Buffer, bodyHash: string, options: DkimSignOptions): string {
  const { domain, key, at, lifetime } = options;
  const { h, lines } = coverFields(head, SIGNED_FIELDS, true);
  const seconds = Math.floor(at.getTime() / 1000);
  const tags = [
    `v=1; a=${algorithmOf(key)}; c=relaxed/relaxed; d=${domain}; s=${key.selector}`,
    `t=${seconds}; x=${seconds + lifetime}`,
    `h=${h}`,
    `bh=${bodyHash}`,
  ];
  return signField('DKIM-Signature', tags, lines, key).field;
}
