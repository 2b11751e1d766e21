import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { formerAddressEmail } from '../accounts/former-address-rules.ts';
import { hasAccount } from '../accounts/shared/account-for-address-store.ts';
import { type Email, type EmailComposers, handleInSubject, IGNORE_NOTE } from '../emails/shared/email.ts';
import { issueLink } from '../magic-links/rules.ts';
import type { Clock } from '../platform/jobs/clock.ts';

export interface ClaimEmail {
  /** `claim-payment` proves the address of somebody who will pay for the handle. */
  kind: 'claim' | 'claim-payment';
  to: string;
  handle: string;
}

/** Composes the email whose link claims a handle free of charge. */
export function claimEmails({ clock, site }: { clock: Clock; site: Site }): EmailComposers<ClaimEmail> {
  return {
    async claim(db, { to, handle }) {
      const changed = (await hasAccount(db, to)) ? null : await formerAddressEmail(db, { site, now: clock() }, to);
      if (changed) return changed;
      return claimEmail(site, to, handle, await issueLink(db, clock(), { purpose: 'claim', email: to, handle }));
    },
    async 'claim-payment'(db, { to, handle }) {
      const changed = (await hasAccount(db, to)) ? null : await formerAddressEmail(db, { site, now: clock() }, to);
      if (changed) return changed;
      return paymentEmail(site, to, handle, await issueLink(db, clock(), { purpose: 'sign-in', email: to, handle }));
    },
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
