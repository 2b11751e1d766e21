import { asciiDomain, isDomainIn, isDotAtom, isInternational, splitAddress } from '../message/address.ts';
import type { AuthenticationResult } from '../message/authentication-result.ts';
import { automaticMark } from '../message/automatic/automatic-mail.ts';
import { isMachine, looksGenerated, personalAddress } from '../message/automatic/machine-address.ts';
import { fields, fieldValue } from '../message/header.ts';

/** The properties of an accepted message that decide about an automatic reply. */
export interface AnswerableMail {
  head: Buffer;
  /** Envelope sender; empty for the null sender. */
  sender: string;
  authentication: AuthenticationResult;
  /** A filter marked the message: as spam, or because its DMARC failure was excused. */
  marked: boolean;
  /** Another handle, the envelope sender, sent the message, and this process delivers it. */
  isLocal: boolean;
}

/** Names of this server. */
export interface OwnNames {
  domain: string;
  hostname: string;
}

/** The reason why a message gets no automatic reply; for the log. */
export type NoReply =
  | 'null-sender'
  | 'own-sender'
  | 'unusual-sender'
  | 'machine-sender'
  | 'marked'
  | 'several-authors'
  | 'unauthenticated'
  | 'unverified-sender'
  | 'loop'
  | `field ${string}`;

/**
 * Returns why a message gets no automatic reply to its envelope sender, or null if it may get one (RFC 3834 2, RFC 5230
 * 4.6). `isAddressedTo` checks separately whether the message names the recipient.
 */
export function reasonNotToReply(mail: AnswerableMail, own: OwnNames): NoReply | null {
  const { head, sender, authentication, marked, isLocal } = mail;
  if (sender === '') return 'null-sender';
  const parts = splitAddress(sender);
  if (!parts || !isDotAtom(parts.local) || isInternational(sender) || sender.length > 254) return 'unusual-sender';
  const domain = asciiDomain(parts.domain);
  if (!domain.includes('.') || domain.startsWith('[')) return 'unusual-sender';
  // Mail from our domain that arrives from outside is forged, or we sent it and it has come back. No loop can begin
  // between handles, because a reply has the null sender.
  const isOwn = (name: string) => isDomainIn(name, [own.domain, own.hostname]);
  const senders = [domain, ...authentication.author.addresses.map(domainOf)];
  if (isLocal ? senders.some((name) => name !== own.domain) : senders.some(isOwn)) return 'own-sender';
  if (isMachine(sender) || authentication.author.addresses.some(isMachine)) return 'machine-sender';
  if (marked) return 'marked';
  const unproven = unprovenSender(sender, authentication);
  if (unproven) return unproven;
  if (timesHere(head, own.hostname) > (isLocal ? 1 : 0)) return 'loop';
  const mark = automaticMark(head);
  return mark && `field ${mark.field}`;
}

/**
 * Returns a reason unless the sender is proven to have written to us: a reply must never reach anyone else. From must
 * pass DMARC alignment, even without a DMARC record, and one of two proofs must cover the envelope sender. Either SPF
 * passes with alignment, which shows that the servers of the author's organization sent the message. Or the envelope
 * sender is the author, and an aligned signature covers To and Cc. Without that signature, anyone could resend a
 * message of the author to us with our address added, and the author would get a reply to a message that they never
 * sent us.
 */
function unprovenSender(sender: string, result: AuthenticationResult): NoReply | null {
  const { author, verdicts, authorVouched, senderAligned, recipientsSigned } = result;
  const [only = '', another] = author.addresses;
  if (another !== undefined || only === '') return 'several-authors';
  const { dmarc } = verdicts;
  if (dmarc.result !== 'pass' && !(dmarc.result === 'none' && authorVouched)) return 'unauthenticated';
  const isAuthor = personalAddress(normal(sender)) === personalAddress(normal(only));
  if (senderAligned) return isAuthor || !looksGenerated(sender) ? null : 'machine-sender';
  return isAuthor && recipientsSigned ? null : 'unverified-sender';
}

function normal(address: string): string {
  const parts = splitAddress(address);
  return parts ? `${parts.local}@${asciiDomain(parts.domain)}` : '';
}

function domainOf(address: string): string {
  return asciiDomain(splitAddress(address)?.domain ?? '');
}

/**
 * Returns how often this server has handled the message before. A message that comes back is in a loop or was resent.
 */
function timesHere(head: Buffer, hostname: string): number {
  return fields(head).filter(
    (field) =>
      field.name === 'received' &&
      /(?:^|\s)by\s+([^\s;()]+)/i.exec(fieldValue(head, field))?.[1]?.toLowerCase() === hostname,
  ).length;
}
