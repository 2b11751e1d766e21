import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import type { PauseReason } from '../../../contract/sending/sending.ts';
import { addressInSubject, type EmailComposers } from '../../emails/shared/email.ts';

/** The counts of the day before a pause; null for an administrator's pause. */
type Counts = { recipients: number; bounces: number; complaints: number } | null;

/** Emails about sending from a handle. */
export type SendingEmail =
  | { kind: 'sending-paused'; to: string; handle: string; reason: PauseReason; counts: Counts }
  | { kind: 'sending-paused-report'; to: string; handle: string; reason: PauseReason; counts: Counts }
  | { kind: 'sending-resumed'; to: string; handle: string };

const WHY: Record<PauseReason, (counts: Counts) => string> = {
  bounces: (counts) =>
    `Of the last day's ${counts?.recipients ?? 0} recipients, ${counts?.bounces ?? 0} could not be reached, mostly because their addresses do not exist.`,
  complaints: (counts) => `In the last day, ${counts?.complaints ?? 0} recipients reported a message as spam.`,
  administrator: () => 'An administrator of this site paused it.',
};

const PAUSED_BRIEFLY: Record<PauseReason, string> = {
  bounces: 'Too many recipients could not be reached.',
  complaints: 'Recipients reported messages as spam.',
  administrator: 'An administrator paused it.',
};

const WHAT_TO_DO: Record<PauseReason, string> = {
  bounces:
    'If you did not send these messages, someone else has one of your app passwords: revoke all of them. Otherwise remove the addresses that do not exist from your list. Then resume sending with one click.',
  complaints:
    'If you did not send these messages, someone else has one of your app passwords: revoke all of them. Otherwise write only to people who expect it. Then resume sending with one click.',
  administrator: 'To have it resumed, write to our postmaster and explain what you send.',
};

/** Composes the emails about sending. */
export function sendingEmails({ site }: { site: Site }): EmailComposers<SendingEmail> {
  const manage = (label: string) => ({ label, url: site.origin + pages.manageEmail() });
  return {
    'sending-paused': (_db, { to, handle, reason, counts }) => ({
      to,
      subject: `Sending from ${addressInSubject(handle, site.mailDomain)} is paused`,
      preheader: PAUSED_BRIEFLY[reason],
      heading: 'Sending is paused',
      handle: { name: handle, shownAs: 'address' },
      body: [
        `${WHY[reason](counts)} Sending from ${handle}@${site.mailDomain} is paused, so that its mail and that of others keeps arriving.`,
        WHAT_TO_DO[reason],
      ],
      button: manage('See what was sent'),
      notes: [
        'Mail to this address is forwarded as before. Nothing was deleted.',
        ...(reason === 'administrator' ? [`Our postmaster is postmaster@${site.mailDomain}.`] : []),
      ],
    }),

    'sending-paused-report': (_db, { to, handle, reason, counts }) => ({
      to,
      subject: `Sending from ${addressInSubject(handle, site.mailDomain)} was paused automatically`,
      preheader: PAUSED_BRIEFLY[reason],
      heading: 'Sending was paused automatically',
      handle: { name: handle, shownAs: 'address' },
      body: [
        `${WHY[reason](counts)} Sending from ${handle}@${site.mailDomain} was paused, and its owner was notified.`,
        'The owner can resume it. If the handle sends spam, pause it yourself: only an administrator can end that pause.',
      ],
      button: { label: 'Open administration', url: site.origin + pages.admin() },
      notes: ['Administrators get this email once for each pause.'],
    }),

    'sending-resumed': (_db, { to, handle }) => ({
      to,
      subject: `Sending from ${addressInSubject(handle, site.mailDomain)} is resumed`,
      preheader: 'App passwords and settings work as before.',
      heading: 'Sending is resumed',
      handle: { name: handle, shownAs: 'address' },
      body: [
        `An administrator resumed sending from ${handle}@${site.mailDomain}. Your app passwords and settings work as before.`,
      ],
      button: manage('Open the email settings'),
      notes: ['There is nothing else you need to do.'],
    }),
  };
}
