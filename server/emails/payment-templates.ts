import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { formatDollars } from '../../contract/payments.ts';
import { dayOf, type Email, inSubject } from './templates.ts';

/** Letters about money. The reasons of a refund are what became of its payment. */
export type PaymentEmail =
  | { kind: 'receipt'; to: string; handle: string; cents: number; paidUntil: string; renewed: boolean; orderId: string }
  | { kind: 'refund'; to: string; handle: string | null; cents: number; reason: RefundReason; orderId: string }
  | { kind: 'payment-declined'; to: string; handle: string }
  | { kind: 'renewal-reminder'; to: string; handle: string; days: number; endsOn: string; cents: number }
  | { kind: 'resting'; to: string; handle: string };

export type RefundReason =
  | 'handle-gone'
  | 'not-renewable'
  | 'unclaimed'
  | 'differs'
  | 'guarantee'
  | 'guarantee-of-renewal'
  | 'by-paypal';

const SIGN_IN = (to: string) =>
  `To sign in, open the site, choose Connect and enter ${to}: we send you a link. There is no password.`;

const WHY: Record<RefundReason, string> = {
  'handle-gone': 'It was no longer available when your payment arrived, so we did not keep the money.',
  'not-renewable': 'It could no longer be renewed when your payment arrived, so we did not keep the money.',
  unclaimed: 'Nobody told us which handle it was for, so we did not keep the money.',
  differs: 'The sum that was paid is not the one we asked for, so we did not keep the money.',
  guarantee: 'Its page is offline and mail to it is refused from now on.',
  'guarantee-of-renewal': 'The year that it paid for is taken off again.',
  'by-paypal':
    'PayPal tells us that the money is back with you. Its page is offline and mail to it is refused from now on.',
};

/** Writes a letter about money. */
export function paymentEmail(site: Site, letter: PaymentEmail): Email {
  const home = { label: `Open ${site.host}`, url: site.origin + pages.home() };
  switch (letter.kind) {
    case 'receipt': {
      const { to, handle, cents, paidUntil, renewed, orderId } = letter;
      const until = dayOf(new Date(paidUntil));
      return {
        to,
        subject: `Receipt: ${inSubject(handle)} on ${site.host}`,
        says: [
          renewed
            ? `Thank you. ${handle} is renewed: your page and your address are yours until ${until}.`
            : `Thank you. ${handle} is yours until ${until}: your page is ${site.host}/${handle}, your address ${handle}@${site.mailDomain}.`,
          `You paid $${formatDollars(cents)} with PayPal. Order ${orderId}.`,
          SIGN_IN(to),
        ],
        button: home,
        notes: [
          'It does not renew itself: we write to you before the year ends.',
          `You can have the money back within 30 days: write to postmaster@${site.mailDomain} with the number of the order.`,
        ],
      };
    }
    case 'refund': {
      const { to, handle, cents, reason, orderId } = letter;
      return {
        to,
        subject: `Your payment to ${site.host} is returned`,
        says: [
          `We return the $${formatDollars(cents)} that you paid${handle === null ? '' : ` for ${handle}`}, all of it. ${WHY[reason]}`,
          `PayPal shows it within a few days. Order ${orderId}.`,
        ],
        button: { label: 'Choose a handle', url: site.origin + pages.create() },
        notes: ['Nothing else is needed from you.'],
      };
    }
    case 'payment-declined':
      return {
        to: letter.to,
        subject: `Your payment for ${inSubject(letter.handle)} did not go through`,
        says: [
          `PayPal has checked your payment for ${letter.handle} and declined it. Nothing was taken.`,
          'The handle is free again. If you still want it, start once more and choose another way to pay.',
        ],
        button: { label: `Get ${letter.handle}`, url: site.origin + pages.create(letter.handle) },
        notes: ['Why it was declined is known to PayPal alone.'],
      };
    case 'renewal-reminder': {
      const { to, handle, days, endsOn, cents } = letter;
      return {
        to,
        subject: `${inSubject(handle, 'Your handle')} on ${site.host} ends in ${days === 1 ? '1 day' : `${days} days`}`,
        says: [
          `The year you paid for ends on ${dayOf(new Date(endsOn))}. To keep ${site.host}/${handle} and ${handle}@${site.mailDomain}, renew for $${formatDollars(cents)} from the handle's card.`,
          'Renewing early loses no day: the new year begins when the old one ends.',
          SIGN_IN(to),
        ],
        button: { label: `Renew ${handle}`, url: site.origin + pages.manage() },
        notes: [
          'Nothing is charged by itself. Without renewal the handle works on for 30 days, then it rests: the page says so and mail is refused.',
        ],
      };
    }
    case 'resting':
      return {
        to: letter.to,
        subject: `${inSubject(letter.handle, 'Your handle')} on ${site.host} is resting`,
        says: [
          `${letter.handle} was not renewed. Its page says that it rests, and mail to ${letter.handle}@${site.mailDomain} is refused.`,
          'For 12 months nobody else gets it, and you can have it back by renewing it.',
          SIGN_IN(letter.to),
        ],
        button: { label: `Renew ${letter.handle}`, url: site.origin + pages.manage() },
        notes: ['If you do not want it any more, nothing is needed from you.'],
      };
  }
}
