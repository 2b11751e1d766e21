import { inboxesOf } from '../../host/directory.ts';
import { asciiDomain, splitAddress } from '../../message/address.ts';
import { isReplyLocal } from '../../message/reply-address.ts';
import { SmtpReplyError } from '../../message/smtp-reply-error.ts';
import type { AcceptedRecipient, LocalRecipient } from '../../transaction.ts';
import type { TransferContext } from '../context.ts';

/** Data sources for the decision about a recipient. */
type RecipientLookup = Pick<TransferContext, 'settings' | 'directory' | 'contacts' | 'readReturnAddress'>;

/** Role addresses that accept mail from every sender (RFC 5321 4.5.1, RFC 2142). */
const ROLES = new Set(['postmaster', 'abuse']);

/** Returns whether a recipient is a role address, to which block lists and greylisting do not apply. */
export function isRole(recipient: LocalRecipient): boolean {
  return recipient.kind === 'forward' && ROLES.has(recipient.local.replace(/\+.*/s, ''));
}

const relayingDenied = () =>
  new SmtpReplyError(550, '5.7.1', 'Relaying denied: this server accepts mail for its own addresses only');
/** The sender of Postfix address verification probes, which end after RCPT. */
const PROBE = /^double-bounce@/i;

/**
 * Creates the reply for other mail to a return address, which accepts reports from the null sender and answers from
 * responders.
 */
export const bouncesOnly = () =>
  new SmtpReplyError(
    550,
    '5.7.1',
    'This return address accepts delivery reports only: write to the address in From or Reply-To',
  );
/**
 * Creates the one reply for all clients that may not use a reply address. It must not disclose whether From was the
 * right inbox.
 */
export const repliesOnly = () =>
  new SmtpReplyError(
    550,
    '5.7.1',
    'This address is for replies of its owner only. If it is yours: write from your verified inbox, whose mail must pass SPF or DKIM for the domain in From',
  );
const unknownRecipient = () => new SmtpReplyError(550, '5.1.1', 'No such address here');

/**
 * Decides about one RCPT TO. Resolves with an accepted recipient; otherwise rejects with an SmtpReplyError, 451 if the
 * directory fails. Never accepts mail for other domains.
 */
export async function decideRecipient(
  address: string,
  from: string,
  { settings, directory, contacts, readReturnAddress }: RecipientLookup,
): Promise<LocalRecipient> {
  const { domain, systemSender } = settings;
  const parts = splitAddress(address.toLowerCase() === 'postmaster' ? `postmaster@${domain}` : address);
  if (!parts || asciiDomain(parts.domain) !== domain) throw relayingDenied();
  const written = unquote(parts.local);
  // Percent hack, UUCP path and nested addresses request relaying (RFC 5321 3.6.1, F.2).
  if (/[%!@:]/.test(written)) throw relayingDenied();
  const local = written.toLowerCase();
  if (Buffer.byteLength(local) > 64 || /[\s"\\<>(),;[\]]/.test(local)) throw unknownRecipient();

  const own = await orTemporaryFailure(readReturnAddress(written));
  if (own) {
    if (!own.valid) throw new SmtpReplyError(550, '5.1.1', own.text ?? 'This return address is invalid or has expired');
    const { sender, recipient, sent } = own;
    return { kind: 'bounce', address, sender, recipient, ...(sent && { sent }) };
  }

  const ownAddress = `${written}@${domain}`;
  if (isReplyLocal(local)) {
    const target = await orTemporaryFailure(contacts.find(local));
    if (!target) throw unknownRecipient();
    return { kind: 'reply', address: ownAddress, key: target.key };
  }
  const resolution = await orTemporaryFailure(directory.resolve(local));
  if (resolution.kind === 'refuse') {
    // Receivers of system emails may verify that their sender exists, so this address accepts the null sender.
    const isSystemSender = `${local}@${domain}` === systemSender.toLowerCase();
    if (isSystemSender && (from === '' || PROBE.test(from)))
      return { kind: 'bounce', address, sender: '', recipient: '' };
    throw new SmtpReplyError(resolution.code, resolution.enhanced, resolution.text, resolution.key);
  }
  const { key } = resolution;
  if (resolution.kind === 'drop') return { kind: 'drop', address: ownAddress, key };
  if (resolution.kind === 'reports') return { kind: 'report', address: ownAddress, key };
  const inboxes = inboxesOf(resolution);
  if (inboxes.length === 0) throw unknownRecipient();
  const policy = resolution.kind === 'forward' ? resolution.policy : undefined;
  return { kind: 'forward', address: ownAddress, local, inboxes, key, policy };
}

/**
 * Returns whether a recipient fits into a transaction. Replies leave from one handle and need a separate transaction;
 * the only other recipient may be the handle itself, which a reply to all also names.
 */
export function fitsWith(recipient: AcceptedRecipient, others: Iterable<AcceptedRecipient>): boolean {
  return [...others].every((other) => {
    if (recipient.kind !== 'reply' && other.kind !== 'reply') return true;
    return 'key' in recipient && 'key' in other && recipient.key === other.key;
  });
}

async function orTemporaryFailure<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    throw Object.assign(
      new SmtpReplyError(451, '4.3.0', 'Temporary failure while looking up the recipient, please try again'),
      {
        cause: error,
      },
    );
  }
}

/** Returns the content of a quoted local part (RFC 5321 4.1.2), or any other local part unchanged. */
export function unquote(local: string): string {
  const quoted = /^"(.*)"$/s.exec(local);
  return quoted?.[1] === undefined ? local : quoted[1].replace(/\\(.)/gs, '$1');
}
