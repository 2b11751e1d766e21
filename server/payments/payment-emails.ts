import { formatUtcDay } from '../../contract/dates.ts';
import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { formatDollars } from '../../contract/payments/cents.ts';
import { planHasFeature } from '../../contract/payments/features.ts';
import { GRACE_DAYS, GUARANTEE_DAYS, REST_MONTHS, yearsAfter } from '../../contract/payments/paid-years.ts';
import { planForHandle } from '../../contract/payments/plans.ts';
import { supportPages } from '../../contract/support/paths.ts';
import { type EmailComposers, type Facts, handleInSubject } from '../emails/shared/email.ts';

/** Emails about payments. */
export type PaymentEmail =
  | Receipt
  | { kind: 'refund'; to: string; handle: string | null; cents: number; reason: RefundReason; orderId: string }
  | { kind: 'payment-declined'; to: string; handle: string }
  | { kind: 'renewal-reminder'; to: string; handle: string; days: number; endsOn: string; cents: number }
  | { kind: 'year-revoked'; to: string; handle: string; endsOn: string }
  | { kind: 'resting'; to: string; handle: string };

/** A receipt. Jobs from earlier releases have no `paidAt`. */
interface Receipt {
  kind: 'receipt';
  to: string;
  handle: string;
  cents: number;
  paidAt?: string;
  paidUntil: string;
  renewed: boolean;
  orderId: string;
}

/** The reasons for a refund. */
export type RefundReason =
  | 'handle-gone'
  | 'rule-changed'
  | 'invitation-ended'
  | 'not-renewable'
  | 'unclaimed'
  | 'differs'
  | 'guarantee'
  | 'guarantee-of-renewal'
  | 'given-up'
  | 'account-erased'
  | 'by-paypal'
  | 'by-paypal-after-transfer';

const signInHint = (to: string) =>
  `To sign in, open the site, choose Connect and enter ${to}. We send you a link; there is no password.`;

/**
 * Lists the features that stop when the handle rests, so that the owner knows in advance that they stop and that
 * nothing is lost.
 */
function whatStops(handle: string, { mailDomain, commonFeatures }: Site): string[] {
  if (!planHasFeature(handle, 'sending', commonFeatures)) return [];
  return [
    `When the handle rests, mail programs can no longer send from ${handle}@${mailDomain}, and replies and automatic replies stop as well. We keep your app passwords, settings and contacts; they work again as soon as you renew.`,
  ];
}

function whatHasStopped(handle: string, { commonFeatures }: Site): string[] {
  if (!planHasFeature(handle, 'sending', commonFeatures)) return [];
  return [
    'Sending from it, replies and automatic replies have stopped too. We keep your app passwords, settings and contacts for that time; they work again as soon as you renew.',
  ];
}

const REASON_TEXTS: Record<RefundReason, string> = {
  'handle-gone': 'The handle was no longer available when your payment arrived.',
  'rule-changed': 'The rule about who may have a handle here changed before your payment arrived.',
  'invitation-ended': 'Your invitation ended, or was used or withdrawn, before your payment arrived.',
  'not-renewable': 'The handle could no longer be renewed when your payment arrived.',
  unclaimed: 'We did not learn which handle it was for.',
  differs: 'The amount you paid was not the amount we asked for.',
  guarantee: 'The page of the handle is now offline, and mail to its address is rejected.',
  'given-up': `You gave up the handle within ${GUARANTEE_DAYS} days of paying for it.`,
  'account-erased': `You deleted your account within ${GUARANTEE_DAYS} days of the payment, and it has been erased.`,
  'guarantee-of-renewal': 'The year that it paid for has been removed.',
  'by-paypal-after-transfer':
    'PayPal informed us that you have received it. You had handed over the handle: its new owner keeps it, and the year that you paid for has ended.',
  'by-paypal':
    'PayPal informed us that you have received it. The page of the handle is now offline, and mail to its address is rejected.',
};

function orderFacts(orderId: string, paidAt?: string): Facts {
  return {
    facts: [
      { label: 'Order', value: orderId },
      ...(paidAt === undefined ? [] : [{ label: 'Date', value: formatUtcDay(paidAt) }]),
      { label: 'Paid with', value: 'PayPal' },
    ],
  };
}

/**
 * Returns who paid for a transferred handle and who has it. Only the reader's own address is shown, because the handle
 * may have moved on since.
 */
const ownership = (paidBy: string, owner: string): Facts => ({
  facts: [
    { label: 'Paid by', value: paidBy },
    { label: 'Belongs to', value: owner },
  ],
});

/** Composes the emails about payments. */
export function paymentEmails({ site }: { site: Site }): EmailComposers<PaymentEmail> {
  return {
    receipt(_db, { to, handle, cents, paidAt, paidUntil, renewed, orderId }) {
      const until = formatUtcDay(paidUntil);
      const price = `$${formatDollars(cents)}`;
      return {
        to,
        subject: `Receipt: ${handleInSubject(handle)} on ${site.host}`,
        preheader: `${price}, paid with PayPal. Yours until ${until}.`,
        heading: renewed ? 'Yours for another year' : 'It is yours',
        handle: { name: handle, shownAs: 'page' },
        body: [
          renewed
            ? `Thank you. ${handle} is renewed: your page and your address are yours until ${until}.`
            : `Thank you. ${handle} is yours until ${until}. Your page is ${site.host}/${handle}, and your address is ${handle}@${site.mailDomain}.`,
          orderFacts(orderId, paidAt),
          {
            lines: [
              {
                item: handle,
                detail: `${planForHandle(handle)}, one ${renewed ? 'more year' : 'year'}`,
                period: [formatUtcDay(yearsAfter(new Date(paidUntil), -1)), formatUtcDay(paidUntil)],
                price,
              },
            ],
            total: { label: 'Total paid', price },
          },
          signInHint(to),
        ],
        button: { label: `Open ${site.host}`, url: site.origin + pages.home() },
        notes: [
          'It does not renew automatically: we write to you before the year ends.',
          `You can get a refund within ${GUARANTEE_DAYS} days: ask for it at ${site.origin}${supportPages.refund()}, or write to postmaster@${site.mailDomain} and include the order number.`,
        ],
      };
    },

    refund: (_db, { to, handle, cents, reason, orderId }) => ({
      to,
      subject: `Your payment to ${site.host} is returned`,
      preheader: `$${formatDollars(cents)}, the full amount. PayPal shows it within a few days.`,
      heading: 'Your payment is returned',
      ...(handle !== null && { handle: { name: handle, shownAs: 'page' as const } }),
      body: [
        `We are refunding the full $${formatDollars(cents)} that you paid${handle === null ? '' : ` for ${handle}`}. ${REASON_TEXTS[reason]}`,
        orderFacts(orderId),
        ...(reason === 'by-paypal-after-transfer' ? [ownership(to, 'the account that you handed it over to')] : []),
        {
          lines: [
            {
              item: handle ?? 'Your payment',
              detail: 'Refund',
              period: null,
              price: `$${formatDollars(cents)}`,
            },
          ],
          total: { label: 'Total returned', price: `$${formatDollars(cents)}` },
        },
        'PayPal shows the refund within a few days.',
      ],
      button: { label: 'Choose a handle', url: site.origin + pages.create() },
      notes: ['There is nothing else you need to do.'],
    }),

    'payment-declined': (_db, { to, handle }) => ({
      to,
      subject: `Your payment for ${handleInSubject(handle)} did not go through`,
      preheader: 'You were not charged.',
      heading: 'Your payment did not go through',
      handle: { name: handle, shownAs: 'page' },
      body: [
        `PayPal reviewed your payment for ${handle} and declined it. You were not charged.`,
        'The handle is free again. If you still want it, start again and choose another way to pay.',
      ],
      button: { label: `Get ${handle}`, url: site.origin + pages.create(handle) },
      notes: ['PayPal does not tell us why a payment is declined.'],
    }),

    'renewal-reminder': (_db, { to, handle, days, endsOn, cents }) => ({
      to,
      subject: `${handleInSubject(handle, 'Your handle')} on ${site.host} ends in ${days === 1 ? '1 day' : `${days} days`}`,
      preheader: `Renew it for $${formatDollars(cents)}. We never charge you automatically.`,
      heading: days === 1 ? 'Your year ends in 1 day' : `Your year ends in ${days} days`,
      handle: { name: handle, shownAs: 'page' },
      body: [
        `The year you paid for ends on ${formatUtcDay(endsOn)}. To keep ${site.host}/${handle} and ${handle}@${site.mailDomain}, sign in and renew it for $${formatDollars(cents)}.`,
        'You lose nothing by renewing early: the new year begins when the old one ends.',
        ...whatStops(handle, site),
        signInHint(to),
      ],
      button: { label: `Renew ${handle}`, url: site.origin + pages.manage() },
      notes: [
        `We never charge you automatically. If you do not renew, the handle keeps working for ${GRACE_DAYS} days. After that it rests: its page shows that, and mail is rejected.`,
      ],
    }),

    'year-revoked': (_db, { to, handle, endsOn }) => ({
      to,
      subject: `The year of ${handleInSubject(handle, 'your handle')} on ${site.host} was revoked`,
      preheader: `The handle stays yours, but its year now ends on ${formatUtcDay(endsOn)}.`,
      heading: 'Its year was revoked',
      handle: { name: handle, shownAs: 'page' },
      body: [
        `The former owner of ${handle} paid for its year and then got a refund from PayPal. The handle stays yours, but its year now ends on ${formatUtcDay(endsOn)}.`,
        ownership('its former owner', to),
        `To keep ${site.host}/${handle} and ${handle}@${site.mailDomain}, sign in and renew it.`,
        signInHint(to),
      ],
      button: { label: `Renew ${handle}`, url: site.origin + pages.manage() },
      notes: [
        `If you do not renew, the handle keeps working for ${GRACE_DAYS} days after that day. Then it rests: its page shows that, and mail is rejected.`,
      ],
    }),

    resting: (_db, { to, handle }) => ({
      to,
      subject: `${handleInSubject(handle, 'Your handle')} on ${site.host} is resting`,
      preheader: `For ${REST_MONTHS} months you can have it back by renewing it.`,
      heading: 'Your handle is resting',
      handle: { name: handle, shownAs: 'page' },
      body: [
        `${handle} was not renewed. Its page shows that it is resting, and mail to ${handle}@${site.mailDomain} is rejected.`,
        `For ${REST_MONTHS} months no one else can get it, and you can have it back by renewing it.`,
        ...whatHasStopped(handle, site),
        signInHint(to),
      ],
      button: { label: `Renew ${handle}`, url: site.origin + pages.manage() },
      notes: ['If you no longer want it, there is nothing to do.'],
    }),
  };
}
