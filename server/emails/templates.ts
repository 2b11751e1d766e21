import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';

/** What a letter says, before it is laid out as text and as HTML. */
export interface Email {
  to: string;
  subject: string;
  /** First lines, one paragraph each. */
  says: string[];
  button: { label: string; url: string };
  /** Small print, one paragraph each. */
  notes: string[];
  /** Where its reader stops all letters of this kind, without an account. */
  stop?: { words: string; url: string };
}

/**
 * A handle as a subject names it: one with a dot may read as a stranger's domain, which mail programs link to, under our
 * signature. `otherwise` stands for it then.
 */
export function inSubject(handle: string, otherwise = 'your handle'): string {
  return handle.includes('.') ? otherwise : handle;
}

const IGNORE = 'If you did not ask for this, you can ignore this mail: nothing happens until the button is pressed.';

export function signInEmail(site: Site, to: string, token: string): Email {
  return {
    to,
    subject: `Sign in to ${site.host}`,
    says: [`Here is your link to sign in to ${site.host} as ${to}.`],
    button: { label: 'Sign in', url: site.origin + pages.link(token) },
    notes: ['The link works once, within 10 minutes.', IGNORE],
  };
}

/** For an address without an account: the same request, the same screen, but a way on instead of a way in. */
export function unknownAccountEmail(site: Site, to: string): Email {
  return {
    to,
    subject: `Sign in to ${site.host}`,
    says: [
      `Somebody, probably you, asked to sign in to ${site.host} as ${to}. There is no account with this address yet.`,
      'Claim a handle and it becomes yours. If you have one already, sign in with the address you claimed it with.',
    ],
    button: { label: 'Claim a handle', url: site.origin + pages.create() },
    notes: ['If you did not ask for this, you can ignore this mail.'],
  };
}

export function claimEmail(site: Site, to: string, handle: string, token: string): Email {
  return {
    to,
    subject: `Claim ${inSubject(handle)} on ${site.host}`,
    says: [
      `You are one step away from ${site.host}/${handle} and ${handle}@${site.mailDomain}.`,
      'Open the link and press the button there: the handle is then yours and you are signed in.',
    ],
    button: { label: `Claim ${handle}`, url: site.origin + pages.link(token) },
    notes: [
      'The link works once, within 10 minutes. The handle is not held for you until then: the first to press the button gets it.',
      IGNORE,
    ],
  };
}

/** What asks the owner of an inbox for their word; `takesOver` where it is to be the second one of a handle. */
export function verifyForwardingEmail(
  site: Site,
  order: { to: string; handle: string; takesOver?: true },
  { token, stop }: { token: string; stop: string },
): Email {
  const { to, takesOver } = order;
  const address = `${order.handle}@${site.mailDomain}`;
  const named = inSubject(order.handle, '') === '' ? `an address at ${site.mailDomain}` : address;
  const wish = takesOver
    ? `The owner of ${address} wants ${to} to take over its mail whenever the first inbox takes none for hours.`
    : `The owner of ${address} wants its mail to be forwarded to ${to}.`;
  return {
    to,
    subject: takesOver ? `Second inbox for ${named}?` : `Forward ${named} to this inbox?`,
    says: [
      wish,
      'If that is you, or you agree, open the link and press the button there. Until then nothing is forwarded to you.',
    ],
    button: { label: 'Verify this inbox', url: site.origin + pages.link(token) },
    notes: ['The link works once, within 24 hours.', IGNORE],
    stop: {
      words: `Don't want verification emails from ${site.mailDomain}? Block them permanently (no account needed):`,
      url: site.origin + pages.stopForwarding(stop),
    },
  };
}

/** A day in words, such as 5 December 2026; the same for everybody. */
export function dayOf(moment: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(moment);
}

/** For an account that its owner has closed: the way in is also the way back. */
export function closedAccountEmail(site: Site, to: string, token: string, erasedOn: Date): Email {
  return {
    to,
    subject: `Your closed account on ${site.host}`,
    says: [
      `The account ${to} on ${site.host} is closed. It will be erased on ${dayOf(erasedOn)}, with everything in it.`,
      'Signing in keeps it: your handles, pages and forwarding come back as they were. To let it go, do nothing.',
    ],
    button: { label: 'Sign in and keep it', url: site.origin + pages.link(token) },
    notes: ['The link works once, within 10 minutes.', IGNORE],
  };
}

export function deleteAccountEmail(
  site: Site,
  leaving: { to: string; token: string; handles: number; erasedOn: Date },
): Email {
  const handles = leaving.handles === 1 ? 'your handle' : `your ${leaving.handles} handles`;
  return {
    to: leaving.to,
    subject: `Delete your account on ${site.host}?`,
    says: [
      `Somebody signed in as ${leaving.to}, probably you, wants this account on ${site.host} to be deleted.`,
      `If you confirm it, ${leaving.handles === 0 ? '' : `the pages of ${handles} go offline, mail to them is refused, and `}you are signed out everywhere. Confirmed today, everything we hold about you is erased on ${dayOf(leaving.erasedOn)}. Until then, signing in brings it all back.`,
    ],
    button: { label: 'Delete my account', url: site.origin + pages.link(leaving.token) },
    notes: [
      'The link works once, within 24 hours. It opens a page that asks you once more.',
      'Records of payments are kept for as long as tax law asks for them.',
      'If you did not ask for this, do not press the button there, and sign out where you are signed in.',
    ],
  };
}

/** For the owner of a handle that got more mail than is forwarded in an hour. */
export function mailLimitEmail(site: Site, email: { to: string; handle: string; limit: number }): Email {
  const { to, handle, limit } = email;
  const address = `${handle}@${site.mailDomain}`;
  return {
    to,
    subject: `A lot of mail for ${address}`,
    says: [
      `More than ${limit} messages came for ${address}, or for the inbox behind it, within an hour. We forward ${limit} an hour, so that your inbox is not flooded. The senders of the rest were asked to try again later, and most do so for days.`,
      'A flood of sign-up confirmations and newsletters can be meant to hide one message about your money or an account of yours: look for it.',
      'You can block senders, or switch forwarding off until it is over.',
    ],
    button: { label: 'See what came in', url: site.origin + pages.manageEmail() },
    notes: ['We send this at most once a day.'],
  };
}
