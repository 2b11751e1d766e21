import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { spellCount } from '../../../contract/counts.ts';
import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import { type CommonFeatures, featurePlan } from '../../../contract/payments/features.ts';
import { type Plan, type Price, percentOff } from '../../../contract/payments/plans.ts';
import { THEME_IDS } from '../../../contract/profiles/themes.ts';
import { offerNote } from '../../payments/shared/offer-note.ts';
import { addedFeatures } from '../../payments/shared/plan-features.ts';
import { formatDollars, isAllFree, priceOf } from '../../payments/shared/prices.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { Section } from '../section.tsx';
import { textsOf } from './section-texts.ts';

interface Offer {
  plan: Plan;
  length: string;
  action: string;
  features: string[];
}

/** How many handles an inbox can serve, as the specification has it. */
const FORWARDERS: Record<Plan, string> = {
  Free: 'Up to 2 forwarders per real email',
  Plus: 'Up to 5 forwarders per real email',
  Deluxe: 'Up to 10 forwarders per real email',
  Vanity: 'As many handles per inbox as you like',
};

/** Returns the offers for these plans; each includes the features of the one before it. */
function offersOf(plans: readonly Plan[], common: CommonFeatures): Offer[] {
  const [, ...paid] = plans;
  const forwarders = (plan: Plan) => FORWARDERS[featurePlan(plan, common)];
  return [
    {
      plan: 'Free',
      length: 'Over 10 letters',
      action: 'Start Free',
      features: [
        'Email forwarding',
        `Profile page in ${spellCount(THEME_IDS.length)} themes`,
        forwarders('Free'),
        ...addedFeatures('Free', undefined, common),
      ],
    },
    ...paid.map((plan, at) => ({
      plan,
      length: plan === 'Plus' ? '5 to 10 letters' : '2 to 4 letters',
      action: `Get ${plan}`,
      features: [`Everything in ${plans[at]}`, forwarders(plan), ...addedFeatures(plan, plans[at], common)],
    })),
  ];
}

/** The plans side by side, with the most popular one highlighted. */
export function Pricing({ prices, site }: { prices: readonly Price[]; site: Site }) {
  const { headline, introduction } = textsOf(site.landing.pricing);
  const isOffered = (plan: Plan) => prices.some(({ name }) => name === plan);
  const free = isAllFree(prices);
  const note = offerNote(prices, site);
  const offers = offersOf((['Free', 'Plus', 'Deluxe'] as const).filter(isOffered), site.commonFeatures);
  return (
    <Section
      id="pricing"
      title={headline ?? (free ? 'Every handle is free of charge' : 'Pay for short, not for long')}
      lead={
        introduction ??
        (free
          ? 'The length of your handle decides its plan, and no plan costs anything.'
          : 'The length of your handle sets its price. One payment a year, no surprises.')
      }
      className="border-y border-border bg-surface"
    >
      <ul className="mx-auto grid max-w-[26rem] gap-6 lg:max-w-none lg:auto-cols-[minmax(0,24rem)] lg:grid-flow-col lg:justify-center">
        {offers.map((offer) => (
          <PlanOffer
            key={offer.plan}
            offer={offer}
            price={priceOf(offer.plan, prices)}
            popular={offer.plan === 'Plus'}
          />
        ))}
      </ul>
      <p className="mt-10 text-center text-soft lg:mt-14">
        A forwarder is a handle whose mail goes to your real email address: one inbox can serve several handles.
      </p>
      {isOffered('Vanity') && (
        <p className="mt-3 text-center text-soft">
          Just one letter? Only 26 of those exist: Vanity,{' '}
          {formatDollars(priceOf('Vanity', prices).price_yearly_usd_now)}/year.
        </p>
      )}
      {note && <p className="mt-3 text-center text-soft">{note}</p>}
    </Section>
  );
}

function PlanOffer({ offer, price, popular }: { offer: Offer; price: Price; popular: boolean }) {
  const off = percentOff(price);
  return (
    <li
      className={classNames(
        'relative flex flex-col rounded-2xl border bg-raised p-6 lg:p-8',
        popular ? 'landing-popular shadow-float lg:-my-5 lg:py-13' : 'border-border shadow-soft',
      )}
    >
      {popular && (
        <span className="neon-edge absolute -top-4 left-1/2 -translate-x-1/2 rounded-full px-4 py-1.5 text-xs font-bold tracking-wide whitespace-nowrap text-on-ink">
          MOST POPULAR
        </span>
      )}
      <h3 className="text-xl font-semibold">{offer.plan}</h3>
      <p className="text-soft">{offer.length}</p>
      <p className="mt-5 flex items-baseline gap-1 tabular-nums">
        <span className="text-5xl font-bold tracking-tight">{formatDollars(price.price_yearly_usd_now)}</span>
        <span className="text-soft">/year</span>
      </p>
      <p className="mt-2 flex min-h-7 items-center gap-2.5 text-sm text-soft tabular-nums">
        {price.price_yearly_usd_now < price.price_yearly_usd_full ? (
          <>
            <s>
              <span className="sr-only">instead of </span>
              {formatDollars(price.price_yearly_usd_full)}
            </s>
            {off > 0 && <Badge tone="success">{off}% OFF</Badge>}
          </>
        ) : (
          price.price_yearly_usd_now === 0 && 'Free for as long as you like'
        )}
      </p>
      <ul className="mt-6 mb-8 grid gap-3">
        {offer.features.map((feature) => (
          <li key={feature} className="flex gap-3">
            <Check className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
      <Link
        to={pages.create()}
        className={classNames(buttonStyle(popular ? 'brand' : 'secondary', 'large'), 'mt-auto w-full')}
      >
        {offer.action}
      </Link>
    </li>
  );
}
