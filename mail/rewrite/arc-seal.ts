import type { SigningKey } from '../host/signing-key.ts';
import type { Chain } from '../message/authentication-result.ts';
import { fields, fieldValue } from '../message/header.ts';
import { algorithmOf, coverFields, relaxedField, relaxedLine, signField } from './signature.ts';

/** RFC 8617 4.1.2 leaves out ARC and Authentication-Results; trace fields change on the way. */
const SIGNED = [
  ...['from', 'to', 'cc', 'subject', 'date', 'message-id', 'reply-to', 'sender', 'in-reply-to', 'references'],
  ...['mime-version', 'content-type', 'content-transfer-encoding', 'dkim-signature'],
  ...['list-id', 'list-unsubscribe', 'list-unsubscribe-post', 'list-post', 'list-help', 'list-archive'],
];
const MOST_SETS = 50;

export interface Sealing {
  domain: string;
  key: SigningKey;
  at: Date;
  /** Our name and what we have found, folded: the value of Authentication-Results. */
  results: string;
  /** The chain as the message came with it. */
  chain: Chain;
  bodyHash: string;
}

/**
 * Our set for the ARC chain of a message whose header leaves as `head` (RFC 8617 5.1): three fields, or '' where none is
 * to be added: the chain has ended with cv=fail, is full, or cannot be judged for now.
 */
export function arcSealFields(head: Buffer, sealing: Sealing): string {
  const { domain, key, at, results, chain, bodyHash } = sealing;
  const last = newestSet(head);
  if (chain.unknown || last.cv === 'fail' || last.instance >= MOST_SETS) return '';
  const instance = last.instance + 1;
  const cv = instance === 1 ? 'none' : chain.verdict.result === 'pass' ? 'pass' : 'fail';
  const seconds = Math.floor(at.getTime() / 1000);
  const start = `i=${instance}; a=${algorithmOf(key)}`;
  const seen = `i=${instance}; ${results}`;

  const { h, lines } = coverFields(head, SIGNED, false);
  const place = `d=${domain}; s=${key.selector}; t=${seconds}`;
  const message = signField(
    'ARC-Message-Signature',
    [`${start}; c=relaxed/relaxed; ${place}`, `h=${h}`, `bh=${bodyHash}`],
    lines,
    key,
  );
  // Of a broken chain only our own set is signed (RFC 8617 5.1.2).
  const covered =
    (cv === 'pass' ? sealedSets(chain) : '') + relaxedField('ARC-Authentication-Results', seen) + message.relaxed;
  const seal = signField('ARC-Seal', [`${start}; cv=${cv}; ${place}`], covered, key);
  return `${seal.field}${message.field}ARC-Authentication-Results: ${seen}\r\n`;
}

/** The sets of a chain that holds, in canonical form and in the order in which they were sealed. */
function sealedSets({ sets }: Chain): string {
  const names = ['arc-authentication-results', 'arc-message-signature', 'arc-seal'] as const;
  return sets.flatMap((set) => names.map((name) => relaxedLine(bytesOf(set[name])))).join('');
}

/** A field as it came, in Latin-1: the library keeps its bytes, whatever its types say. */
function bytesOf(field: { original?: unknown } | undefined): string {
  return Buffer.isBuffer(field?.original) ? field.original.toString('latin1') : '';
}

/** The highest instance that any ARC field bears, whatever its chain is worth, and how its seal judged the chain. */
function newestSet(head: Buffer): { instance: number; cv: string } {
  const newest = { instance: 0, cv: '' };
  for (const field of fields(head)) {
    if (!field.name.startsWith('arc-')) continue;
    const value = fieldValue(head, field);
    const instance = Number(/(?:^|;)\s*i\s*=\s*(\d{1,3})/.exec(value)?.[1] ?? 0);
    if (instance > newest.instance) Object.assign(newest, { instance, cv: '' });
    if (instance !== newest.instance || field.name !== 'arc-seal') continue;
    newest.cv = /;\s*cv\s*=\s*(\w+)/i.exec(value)?.[1]?.toLowerCase() ?? '';
  }
  return newest;
}
