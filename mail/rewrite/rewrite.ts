import type { DeliveryStep } from '../host/recorder.ts';
import type { SigningKey } from '../host/signing-key.ts';
import type { AuthenticationResult } from '../message/authentication-result.ts';
import type { Message } from '../message/message.ts';
import { arcSealFields } from './arc-seal.ts';
import { authenticationResultsValue } from './authentication-results.ts';
import { dkimSignature } from './dkim-sign.ts';
import { rewriteFrom } from './from.ts';
import { missingFields } from './missing-fields.ts';
import { type Hop, mailDate, receivedLine } from './received.ts';
import { stripForgedHeaders } from './strip-forged-headers.ts';

export interface Rewriting {
  domain: string;
  hostname: string;
  hop: Hop;
  /** Further lines for the top, without their ends. */
  marks: string[];
  /** From becomes ours although DMARC failed: the message was let through all the same. */
  excused: boolean;
  /** Who the author writes through, as readers see it. */
  via: string;
  /** The address of ours that an author gets whose own would not be believed any more. */
  address(author: string): string;
  seal: boolean;
  key: SigningKey;
  /** Seconds that a signature of ours must hold. */
  holds: number;
}

type Change = Extract<DeliveryStep, { step: 'changed' }>['changes'][number];

/**
 * The header that leaves: what we have found and our Received line on top, forged results out, every other byte as it
 * came. From becomes ours only where the policy asks for more than nothing and SPF alone made DMARC pass, or where a
 * failure was excused. A missing Date or Message-ID is added, and mail that only SPF vouches for is signed.
 */
export function rewriteHead(
  { head }: Message,
  findings: AuthenticationResult,
  rewriting: Rewriting,
): { head: Buffer; changes: Change[] } {
  const { domain, hostname, hop, marks, excused, via, address, seal, key, holds } = rewriting;
  const { author, verdicts, chain, bodyHash } = findings;
  const changes: Change[] = [];
  const results = authenticationResultsValue(hostname, verdicts.results);
  let rest = stripForgedHeaders(head, [hostname, domain]);
  if (rest !== head) changes.push('results-removed');
  const isOurs = excused || needsOurFrom(findings);
  if (isOurs) {
    rest = rewriteFrom(rest, author, address(author.addresses[0] ?? ''), via);
    changes.push('from');
  }
  let added = missingFields(head, { date: mailDate(hop.at), messageId: `<${hop.id}@${hostname}>` });
  if (added) changes.push('completed');
  if (isOurs || findings.signable) {
    const signed = added === '' ? rest : Buffer.concat([Buffer.from(added), rest]);
    added = dkimSignature(signed, bodyHash, { domain, key, at: hop.at, holds }) + added;
    changes.push('signed');
  }
  const covered = added === '' ? rest : Buffer.concat([Buffer.from(added), rest]);
  const set = seal ? arcSealFields(covered, { domain, key, at: hop.at, results, chain, bodyHash }) : '';
  if (set) changes.push('sealed');
  const marked = marks.map((mark) => `${mark}\r\n`).join('');
  const top = `${set}Authentication-Results: ${results}\r\n${marked}${added}${receivedLine(hop)}`;
  return { head: Buffer.concat([Buffer.from(top), rest]), changes };
}

/** DMARC will fail at the destination, and be acted upon: SPF speaks of us from here on, and no signature of theirs. */
function needsOurFrom({ bySpfAlone, verdicts }: AuthenticationResult): boolean {
  return bySpfAlone && (verdicts.dmarc.policy === 'quarantine' || verdicts.dmarc.policy === 'reject');
}
