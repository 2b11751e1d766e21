import { asciiDomain, isDomainIn, isDotAtom, isInternational, splitAddress } from '../message/address.ts';
import type { AuthenticationResult } from '../message/authentication-result.ts';
import { automaticMark } from '../message/automatic/automatic-mail.ts';
import { isMachine, looksGenerated, personalAddress } from '../message/automatic/machine-address.ts';
import { fields, fieldValue } from '../message/header.ts';

/** An accepted message, as far as an automatic reply depends on it. */
export interface AnswerableMail {
  head: Buffer;
  /** Envelope sender; empty for the null sender. */
  sender: string;
  authentication: AuthenticationResult;
  /** A filter marked the message: as spam, or because its DMARC failure was excused. */
  marked: boolean;
  /** Another handle sent the message, and this process delivers it: the envelope sender is that handle. */
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
 * Returns why a message gets no automatic reply to its envelope sender, or null if it may get one (RFC 3834 2, RFC 5230 4.6).
 * Whether it names the recipient is decided by `isAddressedTo`.
 */
export function reasonNotToReply(mail: AnswerableMail, own: OwnNames): NoReply | null {
  const { head, sender, authentication, marked, isLocal } = mail;
  if (sender === '') return 'null-sender';
  const parts = splitAddress(sender);
  if (!parts || !isDotAtom(parts.local) || isInternational(sender) || sender.length > 254) return 'unusual-sender';
  const domain = asciiDomain(parts.domain.toLowerCase());
  if (!domain.includes('.') || domain.startsWith('[')) return 'unusual-sender';
  // From outside, mail of our domain is forged, or has left through us and come back. Between handles no loop can begin: a
  // reply has the null sender.
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
 * A reply must never reach somebody who did not write. From must be authenticated as DMARC asks, with or without a record, and
 * the envelope sender too. Either SPF passes for it with alignment: then the servers of the author's organization sent it. Or
 * it is the author, and an aligned signature covers To and Cc: without that, any mail of the author could be sent on to us with
 * our address added, and the author would get a reply to a message that they did not write to us.
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
  const parts = splitAddress(address.toLowerCase());
  return parts ? `${parts.local}@${asciiDomain(parts.domain)}` : '';
}

function domainOf(address: string): string {
  return asciiDomain(splitAddress(address.toLowerCase())?.domain ?? '');
}

/** How often this server has handled the message before. A message that comes back is in a loop, or was resent. */
function timesHere(head: Buffer, hostname: string): number {
  return fields(head).filter(
    (field) =>
      field.name === 'received' &&
      /(?:^|\s)by\s+([^\s;()]+)/i.exec(fieldValue(head, field))?.[1]?.toLowerCase() === hostname,
  ).length;
}
