import type { SigningKey } from '../host/runtime.ts';
import type { ArcChain } from '../message/authentication-result.ts';
import { fields, fieldValue } from '../message/header.ts';
import { algorithmOf, coverFields, relaxedField, relaxedLine, signField } from './signature.ts';

/** Excludes ARC fields and Authentication-Results (RFC 8617 4.1.2), and trace fields, which change in transit. */
const SIGNED_FIELDS = [
  'from to cc subject date message-id reply-to sender in-reply-to references mime-version content-type',
  'content-transfer-encoding dkim-signature list-id list-unsubscribe list-unsubscribe-post list-post list-help',
  'list-archive',
].flatMap((line) => line.split(' '));
const MAX_SETS = 50;

export interface ArcSealOptions {
  domain: string;
  key: SigningKey;
  at: Date;
  /** Value of Authentication-Results, folded. */
  results: string;
  /** The chain of the received message. */
  chain: ArcChain;
  bodyHash: string;
}

/**
 * Returns the ARC set (RFC 8617 5.1) for a message with this outgoing header; '' if the chain has ended with cv=fail, is
 * full, or could not be validated because of a DNS failure.
 */
export function arcSealFields(head: Buffer, options: ArcSealOptions): string {
  const { domain, key, at, results, chain, bodyHash } = options;
  const last = newestSet(head);
  if (chain.isUndetermined || last.cv === 'fail' || last.instance >= MAX_SETS) return '';
  const instance = last.instance + 1;
  const cv = instance === 1 ? 'none' : chain.verdict.result === 'pass' ? 'pass' : 'fail';
  const seconds = Math.floor(at.getTime() / 1000);
  const start = `i=${instance}; a=${algorithmOf(key)}`;
  const ownResults = `i=${instance}; ${results}`;

  const { h, lines } = coverFields(head, SIGNED_FIELDS, false);
  const location = `d=${domain}; s=${key.selector}; t=${seconds}`;
  const message = signField(
    'ARC-Message-Signature',
    [`${start}; c=relaxed/relaxed; ${location}`, `h=${h}`, `bh=${bodyHash}`],
    lines,
    key,
  );
  // For a broken chain, the seal covers our own set only (RFC 8617 5.1.2).
  const covered =
    (cv === 'pass' ? sealedSets(chain) : '') + relaxedField('ARC-Authentication-Results', ownResults) + message.relaxed;
  const seal = signField('ARC-Seal', [`${start}; cv=${cv}; ${location}`], covered, key);
  return `${seal.field}${message.field}ARC-Authentication-Results: ${ownResults}\r\n`;
}

/** Returns the sets of a valid chain in canonical form, oldest first. */
function sealedSets({ sets }: ArcChain): string {
  const names = ['arc-authentication-results', 'arc-message-signature', 'arc-seal'] as const;
  return sets.flatMap((set) => names.map((name) => relaxedLine(bytesOf(set[name])))).join('');
}

/** Returns a received field as Latin-1. mailauth keeps its bytes, which its types omit. */
function bytesOf(field: { original?: unknown } | undefined): string {
  return Buffer.isBuffer(field?.original) ? field.original.toString('latin1') : '';
}

/** Returns the highest ARC instance, valid or not, and the cv= of its seal. */
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
