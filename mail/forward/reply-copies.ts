import type { MailHost } from '../host.ts';
import { asciiDomain, splitAddress } from '../message/address.ts';
import type { AuthenticationResult } from '../message/authentication-result.ts';
import { isReplyAddress, replyableAddress } from '../message/reply-address.ts';
import { isSameInbox } from '../message/same-inbox.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import type { Settings } from '../options.ts';
import type { MessageIds } from '../reply/message-ids.ts';
import { contactName, namedPeople, replyHeader } from '../reply/reply-header.ts';
import type { PlannedCopy } from './expand-recipients.ts';

/** Prepares mail for handles in reply mode while it is forwarded. */
export interface ReplyCopies {
  /**
   * Stores the reply addresses and returns the header changes that make replies go through us; null if the copy stays
   * unchanged. Throws a temporary rejection if the addresses cannot be stored.
   */
  rewriterFor(copy: PlannedCopy, head: Buffer, authentication: AuthenticationResult): Promise<HeaderRewriter | null>;
  /** Records the author of an accepted message as a contact, if the author is authenticated. */
  recordAuthor(copies: PlannedCopy[], authentication: AuthenticationResult): void;
}

type HeaderRewriter = (head: Buffer) => Buffer;

export function createReplyCopies(
  { contacts, log }: Pick<MailHost, 'contacts' | 'log'>,
  { domain }: Settings,
  messageIds: MessageIds,
): ReplyCopies {
  return {
    async rewriterFor(copy, head, { author, authorVouched }) {
      if (!copy.policy?.repliesThroughUs) return null;
      const people = namedPeople(head, author, (address) => isOwn(address, copy));
      if (!people) return null;
      try {
        const all = [...people.all.values()];
        const locals = await contacts.replyAddresses(copy.key, all);
        const ids = await messageIds.originalIdsIn(head, copy.key);
        const byAddress = new Map(all.map(({ address }, at) => [address, locals[at] ?? '']));
        return (rest) => replyHeader(rest, { domain, people, locals: byAddress, isVouched: authorVouched, ids });
      } catch (error) {
        log.error(
          { event: 'mail.reply.address_failed', err: error, key: copy.key },
          'reply addresses could not be stored',
        );
        throw new SmtpReplyError(451, '4.3.0', 'Temporary failure while accepting the message, please try again');
      }
    },

    recordAuthor(copies, { author, authorVouched }) {
      const address = replyableAddress(author.addresses[0] ?? '');
      if (!authorVouched || address === null) return;
      for (const copy of copies) {
        if (!copy.policy?.keepsContacts || isOwn(address, copy)) continue;
        contacts.received(copy.key, { address, name: contactName(author.name) });
      }
    },
  };

  /** Returns whether an address belongs to the recipient: the handle, its inboxes, or a reply address. */
  function isOwn(address: string, { key, inboxes, policy }: PlannedCopy): boolean {
    const own = inboxes.map((inbox) => inbox.address);
    if (policy?.backup !== undefined) own.push(policy.backup);
    if (own.some((inbox) => isSameInbox(inbox, address)) || isReplyAddress(address, domain)) return true;
    const parts = splitAddress(address);
    return parts !== null && asciiDomain(parts.domain) === domain && parts.local.replace(/\+.*$/s, '') === key;
  }
}
