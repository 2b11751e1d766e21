import { APPROVED_DAYS, WAITING_DAYS } from '../../../contract/claims/waiting-claims.ts';
import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import { invitationPath } from '../../claim-invitations/invitation-rules.ts';
import { type EmailComposers, handleInSubject } from '../../emails/shared/email.ts';
import { typed } from '../../emails/shared/rich-text.ts';
import type { WaitingEmail } from '../shared/waiting-email.ts';

/** Composes the emails about claims that wait for a decision. */
export function waitingEmails({ site, secrets }: { site: Site; secrets: string[] }): EmailComposers<WaitingEmail> {
  return {
    'claims-waiting': (_db, { to, count }) => ({
      to,
      subject: `${count === 1 ? 'A claim waits' : `${count} claims wait`} for a decision on ${site.host}`,
      preheader: `A claim that nobody decides ends after ${WAITING_DAYS} days.`,
      heading: count === 1 ? 'A claim waits for you' : 'Claims wait for you',
      body: [
        `${count === 1 ? 'One person waits' : `${count} people wait`} for a handle here. You or another administrator can approve or refuse each claim; we email the person.`,
        `The handles are held until then. A claim that nobody decides ends after ${WAITING_DAYS} days.`,
      ],
      button: { label: 'See the claims', url: `${site.origin}${pages.adminClaims()}` },
      notes: ['You get this email because you are an administrator of this site.'],
    }),

    'claim-approved': (_db, { to, handle, invitation }) => ({
      to,
      subject: `${handleInSubject(handle, 'Your handle')} on ${site.host}: approved`,
      preheader: invitation === undefined ? 'The handle is yours.' : `Pay for it within ${APPROVED_DAYS} days.`,
      heading: invitation === undefined ? 'It is yours' : 'You can have it',
      handle: { name: handle, shownAs: 'page' },
      body:
        invitation === undefined
          ? [
              `The people who run this site approved your claim: ${site.host}/${handle} is your page, and ${handle}@${site.mailDomain} is your address.`,
              `To sign in, open the site, choose Connect and enter ${to}. We send you a link; there is no password.`,
            ]
          : [
              `The people who run this site approved your claim for ${site.host}/${handle}.`,
              `The handle costs something, so please pay for it now. It is held for you for ${APPROVED_DAYS} days.`,
            ],
      button:
        invitation === undefined
          ? { label: 'Open your page', url: site.origin + pages.manage() }
          : { label: `Get ${handle}`, url: site.origin + invitationPath(secrets, invitation, handle) },
      notes: ['You get this email because you asked for this handle.'],
    }),

    'claim-refused': (_db, { to, handle, reason }) => ({
      to,
      subject: `${handleInSubject(handle, 'Your handle')} on ${site.host}: refused`,
      preheader: 'The people who run this site give you the reason.',
      heading: 'Your claim was refused',
      handle: { name: handle, shownAs: 'page' },
      body: [
        `The people who run this site refused your claim for ${site.host}/${handle}. They write:`,
        { quotation: [[typed(reason)]] },
      ],
      button: { label: 'Choose another handle', url: site.origin + pages.create() },
      notes: ['You get this email because you asked for this handle. Nothing was taken from you.'],
    }),

    'claim-undecided': (_db, { to, handle }) => ({
      to,
      subject: `${handleInSubject(handle, 'Your handle')} on ${site.host}: not decided`,
      preheader: `Nobody decided within ${WAITING_DAYS} days.`,
      heading: 'Nobody has decided',
      handle: { name: handle, shownAs: 'page' },
      body: [
        `Nobody who runs this site decided about your claim for ${site.host}/${handle} within ${WAITING_DAYS} days, so it has ended. The handle is no longer held for you.`,
        'You can ask for it again, or write to the people who run the site.',
      ],
      button: { label: `Ask for ${handle}`, url: site.origin + pages.create(handle) },
      notes: ['You get this email because you asked for this handle.'],
    }),
  };
}
