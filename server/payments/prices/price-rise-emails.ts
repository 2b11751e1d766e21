import { formatUtcDay } from '../../../contract/dates.ts';
import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import { formatDollars } from '../../../contract/payments/payments.ts';
import type { Plan } from '../../../contract/payments/plans.ts';
import type { EmailComposers } from '../../emails/shared/email.ts';

/** Announces that renewals of a plan will cost more. */
export interface PriceRiseEmail {
  kind: 'price-rise';
  to: string;
  plan: Plan;
  /** Cents of a year. */
  before: number;
  after: number;
  /** From when renewals cost the new price (ISO). */
  from: string;
}

/** The email about a rise of a price. */
export function priceRiseEmails({ site }: { site: Site }): EmailComposers<PriceRiseEmail> {
  return {
    'price-rise': (_db, { to, plan, before, after, from }) => {
      const day = formatUtcDay(from);
      const [old, raised] = [before, after].map((cents) => `$${formatDollars(cents)}`);
      return {
        to,
        subject: `${site.host}: the ${plan} plan costs ${raised} a year from ${day}`,
        preheader: `Until then you renew at ${old}.`,
        heading: `The ${plan} plan gets a new price`,
        body: [
          `From ${day}, another year of a handle of the ${plan} plan costs ${raised} instead of ${old}. Until then you renew at ${old}.`,
          'Years that are paid for do not change. A handle that you bought less than 2 years ago renews at its first price until these 2 years are over, if that is lower.',
        ],
        button: { label: 'Open your handles', url: site.origin + pages.manage() },
        notes: ['You get this email because you have a handle of this plan.'],
      };
    },
  };
}
