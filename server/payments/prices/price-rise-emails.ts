import { formatUtcDay } from '../../../contract/dates.ts';
import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import { formatDollars } from '../../../contract/payments/cents.ts';
import { LOCK_YEARS } from '../../../contract/payments/paid-years.ts';
import type { Plan } from '../../../contract/payments/plans.ts';
import type { EmailComposers, Facts } from '../../emails/shared/email.ts';
import { termsOn } from '../../handles/paid-rules.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { paidHandlesOf } from './price-rise-store.ts';

/** Handles listed in an email. For further handles, the email states only the rule. */
const MAX_HANDLES = 20;

/** Announces that renewals of a plan will cost more. */
export interface PriceRiseEmail {
  kind: 'price-rise';
  to: string;
  plan: Plan;
  /** Cents of a year. */
  before: number;
  after: number;
  /** The owner; absent from jobs of earlier releases. */
  accountId?: number;
  /** The time (ISO) from which renewals cost the new price. */
  from: string;
}

/** Composes the email about a price rise. */
export function priceRiseEmails({ site }: { site: Site }): EmailComposers<PriceRiseEmail> {
  return {
    'price-rise': async (db, { to, plan, before, after, from, accountId }) => {
      const day = formatUtcDay(from);
      const handles = accountId === undefined ? [] : await handleFacts(db, accountId, { plan, after, from });
      const [old, raised] = [before, after].map((cents) => `$${formatDollars(cents)}`);
      const untilThen = before === 0 ? 'Until then it costs nothing.' : `Until then you renew at ${old}.`;
      return {
        to,
        subject: `${site.host}: the ${plan} plan costs ${raised} a year from ${day}`,
        preheader: untilThen,
        heading: `The ${plan} plan gets a new price`,
        body: [
          `From ${day}, another year of a handle of the ${plan} plan costs ${raised}${before === 0 ? '' : ` instead of ${old}`}. ${untilThen}`,
          `Years that are already paid for do not change. A handle that you bought less than ${LOCK_YEARS} years ago renews at its first price until the ${LOCK_YEARS} years have passed, if that price is lower.`,
          ...(handles.length > 0 ? ['This is what another year of your handles costs:', { facts: handles }] : []),
        ],
        button: { label: 'Open your handles', url: site.origin + pages.manage() },
        notes: ['You get this email because you have a handle of this plan.'],
      };
    },
  };
}

/**
 * Returns, for each paid handle of an account on a plan, the cost of another year after the rise, and until when its
 * price is locked.
 */
async function handleFacts(
  db: Queryable,
  accountId: number,
  { plan, after, from }: Pick<PriceRiseEmail, 'plan' | 'after' | 'from'>,
): Promise<Facts['facts']> {
  const effectiveAt = new Date(from);
  const ids = await paidHandlesOf(db, accountId, plan, MAX_HANDLES);
  const terms = await Promise.all(ids.map((id) => termsOn(db, id, effectiveAt)));
  return terms
    .filter((one) => one !== undefined)
    .map(({ handle, locked }) => ({
      label: handle,
      value:
        locked && locked.cents < after
          ? `$${formatDollars(locked.cents)}: its price is locked until ${formatUtcDay(locked.until)}`
          : `$${formatDollars(after)} from ${formatUtcDay(effectiveAt)}: its price is not locked`,
    }));
}
