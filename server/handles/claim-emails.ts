import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { formerAddressEmail } from '../accounts/former-address-rules.ts';
import { hasAccount } from '../accounts/shared/account-for-address-store.ts';
import { type Email, type EmailComposers, handleInSubject, IGNORE_NOTE } from '../emails/shared/email.ts';
import { issueLink } from '../magic-links/rules.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Clock } from '../platform/jobs/clock.ts';

export interface ClaimLinkEmail {
  /**
   * `claim-payment` proves the address of somebody who will pay for the handle, `claim-request` that of somebody who asks
   * for it where an administrator decides.
   */
  kind: 'claim' | 'claim-payment' | 'claim-request';
  to: string;
  handle: string;
  /** The id of the invitation to claim. */
  invitation?: number | undefined;
}

/** Composes the email whose link claims a handle free of charge. */
export function claimEmails({ clock, site }: { clock: Clock; site: Site }): EmailComposers<ClaimLinkEmail> {
  /** Composes an email with a link, unless the address has changed. */
  const withLink =
    (purpose: 'claim' | 'sign-in', compose: (site: Site, to: string, handle: string, token: string) => Email) =>
    async (db: Queryable, { to, handle, invitation }: ClaimLinkEmail): Promise<Email> => {
      const changed = (await hasAccount(db, to)) ? null : await formerAddressEmail(db, { site, now: clock() }, to);
      if (changed) return changed;
      const link = { purpose, email: to, handle, claimInvitationId: invitation };
      return compose(site, to, handle, await issueLink(db, clock(), link));
    };
  return {
    claim: withLink('claim', claimEmail),
    'claim-payment': withLink('sign-in', paymentEmail),
    'claim-request': withLink('claim', requestEmail),
  };
}

function claimEmail(site: Site, to: string, handle: string, token: string): Email {
  return {
    to,
    subject: `Claim ${handleInSubject(handle)} on ${site.host}`,
    preheader: 'One click, and the page and the address are yours. The link works for 10 minutes.',
    heading: 'Make it yours',
    handle: { name: handle, shownAs: 'page' },
    body: [
      `You are one step away from ${site.host}/${handle} and ${handle}@${site.mailDomain}.`,
      'Open the link and press the button there: the handle is then yours and you are signed in.',
    ],
    button: { label: `Claim ${handle}`, url: site.origin + pages.link(token) },
    notes: [
      'The link works once, within 10 minutes. The handle is not reserved for you until then: the first person to claim it gets it.',
      IGNORE_NOTE,
    ],
  };
}

function requestEmail(site: Site, to: string, handle: string, token: string): Email {
  return {
    to,
    subject: `Ask for ${handleInSubject(handle)} on ${site.host}`,
    preheader: 'One click sends your request. The link works for 10 minutes.',
    heading: 'Ask for your handle',
    handle: { name: handle, shownAs: 'page' },
    body: [
      `You chose ${site.host}/${handle} and ${handle}@${site.mailDomain}.`,
      'Open the link and press the button there: the people who run this site then decide, and we email you their decision. The handle is held for you until then.',
    ],
    button: { label: `Ask for ${handle}`, url: site.origin + pages.link(token) },
    notes: ['The link works once, within 10 minutes.', IGNORE_NOTE],
  };
}

function paymentEmail(site: Site, to: string, handle: string, token: string): Email {
  return {
    to,
    subject: `Confirm your address for ${handleInSubject(handle)} on ${site.host}`,
    preheader: 'One click signs you in, and then you can pay. The link works for 10 minutes.',
    heading: 'Confirm your address',
    handle: { name: handle, shownAs: 'page' },
    body: [
      `You chose ${site.host}/${handle} and ${handle}@${site.mailDomain}.`,
      'Open the link and press the button there: you are then signed in with this address, and can pay for the handle.',
    ],
    button: { label: 'Confirm and go on', url: site.origin + pages.link(token) },
    notes: [
      'The link works once, within 10 minutes. The handle is not reserved for you until you begin to pay for it.',
      IGNORE_NOTE,
    ],
  };
}
