import { formatUtcDay, formatUtcTime } from '../../contract/dates.ts';
import type { Site } from '../../contract/documents.ts';
import { GIVE_UP_DAYS, QUARANTINE_MONTHS } from '../../contract/handles/give-up.ts';
import { pages } from '../../contract/paths.ts';
import { formatDollars } from '../../contract/payments/cents.ts';
import { GUARANTEE_DAYS } from '../../contract/payments/paid-years.ts';
import { type EmailComposers, handleInSubject } from '../emails/shared/email.ts';

/** Informs the owner and the members about a handle that was given up. `until` and `paidUntil` are ISO times. */
export type GiveUpEmail =
  | {
      kind: 'handle-given-up';
      to: string;
      handle: string;
      until: string;
      paidUntil: string | null;
      refundCents: number;
    }
  | { kind: 'handle-kept' | 'handle-ended' | 'team-kept'; to: string; handle: string }
  | { kind: 'team-given-up'; to: string; handle: string; until: string };

const NOBODY_ELSE = `Nobody else can claim the name for ${QUARANTINE_MONTHS} months, so that nobody else gets your mail.`;

/** Returns a sentence about the refund; an empty list for a free handle. */
function moneyText({ paidUntil, refundCents }: Extract<GiveUpEmail, { kind: 'handle-given-up' }>): string[] {
  const price = `$${formatDollars(refundCents)}`;
  if (refundCents > 0)
    return [
      `You paid ${price} within the last ${GUARANTEE_DAYS} days. We return it when the ${GIVE_UP_DAYS} days have passed.`,
    ];
  if (paidUntil === null) return [];
  return [
    `It is paid for until ${formatUtcDay(new Date(paidUntil))}. The payment is older than ${GUARANTEE_DAYS} days, so nothing is refunded.`,
  ];
}

/** Composes the emails about handles that their owners give up. */
export function giveUpEmails({ site }: { site: Site }): EmailComposers<GiveUpEmail> {
  const names = (handle: string) => `${site.host}/${handle} and ${handle}@${site.mailDomain}`;
  const open = { label: 'Open your handles', url: site.origin + pages.manage() };
  const nothingToDo = ['There is nothing else you need to do.'];
  return {
    'handle-given-up': (_db, order) => {
      const { to, handle, until } = order;
      const end = new Date(until);
      return {
        to,
        subject: `You gave up ${handleInSubject(handle)} on ${site.host}`,
        preheader: `You can keep it until ${formatUtcDay(end)}.`,
        heading: 'You gave it up',
        handle: { name: handle, shownAs: 'page' },
        body: [
          `${names(handle)} are off: the page is offline, and mail to the address is rejected.`,
          `Until ${formatUtcTime(end)} you can keep the handle, and everything is restored. After that we delete what belongs to it: the page and its pictures, inboxes, the team, app passwords, contacts, the delivery log, analytics and the email list.`,
          ...moneyText(order),
          NOBODY_ELSE,
        ],
        button: { label: `Keep ${handle}`, url: site.origin + pages.manage() },
        notes: [
          'The button opens your handles: press “Keep it” there.',
          'If this was not you, keep the handle, and sign out on every device where you are signed in.',
        ],
      };
    },
    'handle-kept': (_db, { to, handle }) => ({
      to,
      subject: `You keep ${handleInSubject(handle)} on ${site.host}`,
      preheader: 'Page, mail and team are as they were.',
      heading: 'You keep it',
      handle: { name: handle, shownAs: 'page' },
      body: [`${names(handle)} are back, with everything that belongs to them. Nothing was deleted.`],
      button: open,
      notes: nothingToDo,
    }),
    'handle-ended': (_db, { to, handle }) => ({
      to,
      subject: `${handleInSubject(handle, 'Your handle')} on ${site.host} is no longer yours`,
      preheader: 'Everything that belonged to it is deleted.',
      heading: 'It is no longer yours',
      handle: { name: handle, shownAs: 'page' },
      body: [
        `You gave up ${names(handle)} ${GIVE_UP_DAYS} days ago. Everything that belonged to them is now deleted and cannot be restored.`,
        'If we return a payment to you, you get another email about it.',
        NOBODY_ELSE,
      ],
      button: { label: 'Choose another handle', url: site.origin + pages.create() },
      notes: nothingToDo,
    }),
    'team-given-up': (_db, { to, handle, until }) => ({
      to,
      subject: `${handleInSubject(handle, 'A handle of your team')} on ${site.host} was given up`,
      preheader: 'Your access, your copy of its mail and your app passwords for it have stopped.',
      heading: 'Its owner gave it up',
      handle: { name: handle, shownAs: 'page' },
      body: [
        `The owner of ${names(handle)} gave up the handle. The page is offline, mail to the address is rejected, and you no longer have access.`,
        `If the owner decides by ${formatUtcTime(new Date(until))} to keep it, your access is restored. After that the team no longer exists.`,
      ],
      button: open,
      notes: ['If the handle should stay with the team, ask its owner to keep it and to hand it over to one of you.'],
    }),
    'team-kept': (_db, { to, handle }) => ({
      to,
      subject: `${handleInSubject(handle, 'A handle of your team')} on ${site.host} is back`,
      preheader: 'Its owner keeps it, and you are in its team as before.',
      heading: 'Its owner keeps it',
      handle: { name: handle, shownAs: 'page' },
      body: [
        `${names(handle)} work again. Your place in the team, your inbox and your app passwords are as they were.`,
      ],
      button: open,
      notes: nothingToDo,
    }),
  };
}
