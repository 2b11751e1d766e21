import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { type Email, inSubject } from './templates.ts';

/**
 * Tells that the mail of a handle goes elsewhere since a moment ago. `before` and `after` are masked addresses: whoever reads
 * the old inbox must not learn the new one, and what is not in the job cannot leak from it.
 */
export interface ForwardingNotice {
  kind: 'forwarding-changed';
  to: string;
  handle: string;
  /** `second`: it is about the inbox that takes over when the first one fails. */
  inbox: 'first' | 'second';
  before: string | null;
  after: string | null;
  /** Whether it goes to the account that owns the handle, or to an inbox that was taken off it. */
  reader: 'account' | 'inbox';
}

/** Writes a notice about a changed forwarding address. */
export function forwardingNotice(site: Site, notice: ForwardingNotice): Email {
  const { to, handle, reader } = notice;
  const address = `${handle}@${site.mailDomain}`;
  const named = inSubject(handle, '') === '' ? `an address at ${site.mailDomain}` : address;
  return {
    to,
    subject: subjectOf(named, notice),
    says: [
      reader === 'account' ? toAccount(address, notice) : toInbox(address, notice),
      reader === 'account'
        ? 'If you did this, nothing more is needed. If you did not, somebody else can use your account: sign in, set the address back, and check who reads the mail of your account.'
        : `If ${address} is yours and you did not do this, sign in and set the address back. If it is not yours, nothing is needed from you.`,
    ],
    button: { label: 'Review forwarding', url: site.origin + pages.manageEmail() },
    notes: ['Addresses are shown in part. Your own screen shows them in full.'],
  };
}

function subjectOf(named: string, { inbox, after }: ForwardingNotice): string {
  if (inbox === 'second') return `The second inbox for ${named} was ${after === null ? 'removed' : 'changed'}`;
  return after === null ? `Forwarding of ${named} was removed` : `Mail for ${named} goes to another inbox`;
}

function toAccount(address: string, { inbox, before, after }: ForwardingNotice): string {
  if (inbox === 'first') {
    return after === null
      ? `Forwarding of ${address} to ${before} was removed. Mail to it is refused from now on.`
      : `Mail for ${address} is forwarded to ${after} from now on, and no longer to ${before}.`;
  }
  if (after === null) return `${before} is no longer the second inbox of ${address}.`;
  return `${after} is the second inbox of ${address} from now on${before === null ? '' : `, in place of ${before}`}: mail goes there when the first inbox takes none for hours.`;
}

function toInbox(address: string, { inbox, after }: ForwardingNotice): string {
  const was =
    inbox === 'first'
      ? `Mail for ${address} is no longer forwarded to this inbox.`
      : `This inbox is no longer the second inbox of ${address}.`;
  return after === null ? was : `${was} ${after} has taken its place.`;
}
