import type { DeliveryStep } from '../host/recorder.ts';
import type { SigningKey } from '../host/runtime.ts';
import type { AuthenticationResult } from '../message/authentication-result.ts';
import type { Message } from '../message/message.ts';
import { mailDate } from '../message/time.ts';
import { arcSealFields } from './arc-seal.ts';
import { authenticationResultsValue } from './authentication-results.ts';
import { dkimSignature } from './dkim-sign.ts';
import { rewriteFrom } from './from.ts';
import { missingFields } from './missing-fields.ts';
import { type Hop, receivedLine } from './received.ts';
import { stripForgedHeaders } from './strip-forged-headers.ts';

export interface RewriteOptions {
  domain: string;
  hostname: string;
  hop: Hop;
  /** Fields to add at the top, without line ends. */
  extraFields: string[];
  /** The message passes despite a DMARC failure; From must therefore be rewritten. */
  excused: boolean;
  /** Name after "via" in the rewritten display name. */
  via: string;
  /** Returns our From address for an author. */
  address(author: string): string;
  /** Replaces From and related fields; absent if the copy keeps its From. */
  replaceAuthor?: (head: Buffer) => Buffer;
  seal: boolean;
  key: SigningKey;
  /** Validity of our DKIM signature in seconds. */
  signatureLifetime: number;
}

type Change = Extract<DeliveryStep, { step: 'changed' }>['changes'][number];

/**
 * Returns the header for the forwarded message: adds Authentication-Results, Received and the ARC set, removes forged
 * results, and keeps every other byte. Rewrites From only if DMARC passed by SPF alone under an enforcing policy, or if a
 * failure was excused, or where replies go through us. Adds a missing Date or Message-ID, and signs mail that only SPF authenticates.
 */
export function rewriteHead(
  { head }: Message,
  authentication: AuthenticationResult,
  options: RewriteOptions,
): { head: Buffer; changes: Change[] } {
  const { domain, hostname, hop, extraFields, excused, via, address, seal, key, signatureLifetime } = options;
  const { author, verdicts, chain, bodyHash } = authentication;
  const changes: Change[] = [];
  const results = authenticationResultsValue(hostname, verdicts.results);
  let rest = stripForgedHeaders(head, [hostname, domain]);
  if (rest !== head) changes.push('results-removed');
  const isOurs = options.replaceAuthor !== undefined || excused || needsOurFrom(authentication);
  if (options.replaceAuthor) {
    rest = options.replaceAuthor(rest);
    changes.push('reply-address');
  } else if (isOurs) {
    rest = rewriteFrom(rest, author, address(author.addresses[0] ?? ''), via);
    changes.push('from');
  }
  let added = missingFields(rest, { date: mailDate(hop.at), messageId: `<${hop.id}@${hostname}>` });
  if (added) changes.push('completed');
  if (isOurs || authentication.signable) {
    const signed = added === '' ? rest : Buffer.concat([Buffer.from(added), rest]);
    added = dkimSignature(signed, bodyHash, { domain, key, at: hop.at, lifetime: signatureLifetime }) + added;
    changes.push('signed');
  }
  const covered = added === '' ? rest : Buffer.concat([Buffer.from(added), rest]);
  const set = seal ? arcSealFields(covered, { domain, key, at: hop.at, results, chain, bodyHash }) : '';
  if (set) changes.push('sealed');
  const extra = extraFields.map((field) => `${field}\r\n`).join('');
  const top = `${set}Authentication-Results: ${results}\r\n${extra}${added}${receivedLine(hop)}`;
  return { head: Buffer.concat([Buffer.from(top), rest]), changes };
}

/**
 * Returns whether DMARC would fail at the destination under an enforcing policy, because SPF no longer aligns after
 * forwarding.
 */
function needsOurFrom({ bySpfAlone, verdicts }: AuthenticationResult): boolean {
  return bySpfAlone && (verdicts.dmarc.policy === 'quarantine' || verdicts.dmarc.policy === 'reject');
}
