import { Check } from 'lucide-react';
import { featurePlan } from '../../../contract/payments/features.ts';
import { PRICE_LOCK } from '../../../contract/payments/paid-years.ts';
import { FORWARDERS_PER_INBOX, isFree, type Plan, type Price, percentOff } from '../../../contract/payments/plans.ts';
import { useSite } from '../../api/site.ts';
import { offerNote } from '../../payments/shared/offer-note.ts';
import { addedFeatures } from '../../payments/shared/plan-features.ts';
import { formatDollars, isAllFree } from '../../payments/shared/prices.ts';
import { sendLimitsText } from '../../payments/shared/send-limits-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';

const BANDS: Record<Plan, [band: string, unit: string]> = {
  Free: ['Over 10 letters', ''],
  Plus: ['10-5', 'letters'],
  Deluxe: ['4-2', 'letters'],
  Vanity: ['1', 'letter'],
};

const EXTRAS: Record<Plan, string> = {
  Free: 'Free for as long as you like',
  Plus: PRICE_LOCK,
  Deluxe: PRICE_LOCK,
  Vanity: 'Only 26 of them exist',
};

/** The four packages side by side, with that of the typed handle highlighted. */
export function PackageComparison({ prices, current }: { prices: Price[]; current: Plan | null }) {
  const note = offerNote(prices, useSite());
  return (
    <section aria-labelledby="packages" className="mt-16 sm:mt-24">
      <h2 id="packages" className="text-center text-2xl font-bold sm:text-3xl">
        Every length has its plan
      </h2>
      <p className="mt-2 text-center text-soft">
        {isAllFree(prices)
          ? 'No plan costs anything here.'
          : 'The price depends on the length of your handle, and on nothing else.'}
      </p>
      {note && <p className="mt-2 text-center text-soft">{note}</p>}
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:auto-cols-[minmax(0,18rem)] lg:grid-flow-col lg:grid-cols-none lg:justify-center">
        {prices.map((price, at) => (
          <PackageCard key={price.name} price={price} below={prices[at - 1]?.name} current={price.name === current} />
        ))}
      </ul>
    </section>
  );
}

interface PackageCardProps {
  price: Price;
  /** The next smaller plan that is offered, whose features this one includes. */
  below: Plan | undefined;
  current: boolean;
}

function PackageCard({ price, below, current }: PackageCardProps) {
  const { price_yearly_usd_now: now, price_yearly_usd_full: full } = price;
  const off = percentOff(price);
  const [band, unit] = BANDS[price.name];
  const { commonFeatures } = useSite();
  const extra = isFree(price) && EXTRAS[price.name] === PRICE_LOCK ? [] : [EXTRAS[price.name]];
  return (
    <li
      aria-current={current || undefined}
      className={classNames(
        'flex flex-col rounded-card border p-5 transition-[border-color,box-shadow,transform] duration-250 ease-out',
        current ? 'neon-frame -translate-y-1 shadow-glow' : 'border-border bg-surface shadow-soft',
      )}
    >
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h3 className="font-semibold">{price.name}</h3>
        {off > 0 && <Badge tone="accent">{off}% OFF</Badge>}
      </div>
      <p className="mt-1 text-sm text-soft">
        <span>{band}</span> {unit}
      </p>
      <p className="mt-4 text-3xl font-bold tracking-tight tabular-nums">
        {formatDollars(now)}
        <span className="text-base font-normal tracking-normal text-soft">/year</span>
      </p>
      <p className="min-h-10 text-sm text-soft tabular-nums">
        Full price {now < full ? <s>{formatDollars(full)}</s> : formatDollars(full)}
        {isFree(price) && <span className="block">No payment needed</span>}
      </p>
      <Lines lines={[sharedInbox(featurePlan(price.name, commonFeatures)), 'Public profile page', ...extra]} />
      <PlanFeatures plan={price.name} below={below} />
    </li>
  );
}

/** The further features of a plan, from the table of plan features, and its limits on sending. */
function PlanFeatures({ plan, below }: { plan: Plan; below: Plan | undefined }) {
  const site = useSite();
  const limits = sendLimitsText(plan, site);
  const included = below === undefined || (below === 'Free' && !site.commonFeatures) ? [] : [`Everything in ${below}`];
  const lines = [...included, ...addedFeatures(plan, below, site.commonFeatures)];
  if (lines.length === 0) return null;
  return (
    <>
      <Lines lines={lines} />
      {limits && <p className="mt-3 text-xs text-pretty text-soft tabular-nums">{limits}.</p>}
    </>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="mt-4 grid gap-2 border-t border-border pt-4 text-sm">
      {lines.map((line) => (
        <li key={line} className="flex items-start gap-2">
          <Check className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden /> {line}
        </li>
      ))}
    </ul>
  );
}

function sharedInbox(plan: Plan): string {
  const limit = FORWARDERS_PER_INBOX[plan];
  return `${Number.isFinite(limit) ? limit : 'Unlimited'} handles can share one inbox`;
}
