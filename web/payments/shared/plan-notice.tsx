import { Check, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Handle } from '../../../contract/handles/handles.ts';
import { pages } from '../../../contract/paths.ts';
import { FEATURES, type Feature, planHasFeature } from '../../../contract/payments/features.ts';
import { useSite } from '../../api/site.ts';
import { Card } from '../../ui/card.tsx';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { formatDollars, usePrices } from './prices.ts';

interface PlanNoticeProps {
  handle: Handle;
  feature: Feature;
  title: string;
  /** The description of the feature. */
  points: ReactNode[];
}

/** Shown in place of a feature that the plan of a handle does not have, or no longer has. */
export function PlanNotice({ handle, feature, title, points }: PlanNoticeProps) {
  return planHasFeature(handle.handle, feature, useSite().commonFeatures) ? (
    <EndedNotice handle={handle} />
  ) : (
    <Card className="grid grid-cols-1 gap-5">
      <div>
        <h2 className="text-xl font-semibold">{title}</h2>
        <p className="mt-1 text-soft">
          Not part of the {handle.plan} plan, which <span className="wrap-anywhere">{handle.handle}</span> is on.
        </p>
      </div>
      <ul className="grid gap-2.5">
        {points.map((point, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
          <li key={place} className="grid max-w-[62ch] grid-cols-[auto_minmax(0,1fr)] gap-2.5">
            <Check className="mt-1 size-4 text-success" aria-hidden />
            <span>{point}</span>
          </li>
        ))}
      </ul>
      <WayToGetIt feature={feature} />
    </Card>
  );
}

const LENGTHS: Record<(typeof FEATURES)[Feature][number], string> = { Plus: '5 to 10', Deluxe: '2 to 4', Vanity: '1' };

function WayToGetIt({ feature }: { feature: Feature }) {
  const [smallest, ...larger] = FEATURES[feature];
  const price = usePrices().find(({ name }) => name === smallest);
  const { paidPlans } = useSite();
  const plans = `${larger.join(' and ')} ${larger.length === 1 ? 'has' : 'have'} it, too`;
  if (paidPlans === false || !price) {
    return (
      <p className="rounded-control bg-muted px-4 py-3 text-sm text-soft">
        It belongs to the {smallest} plan; {plans}. These plans are not offered here at present.
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-control bg-muted px-4 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">
          Part of {smallest}, {formatDollars(price.price_yearly_usd_now)} a year
        </p>
        <p className="mt-0.5 text-sm text-soft">
          The length of a handle decides its plan: {smallest} handles have {LENGTHS[smallest]} characters. {plans}. This
          handle stays as it is.
        </p>
      </div>
      <Link to={pages.create()} className={`${buttonStyle('brand')} max-sm:w-full`}>
        Find a shorter handle
      </Link>
    </div>
  );
}

/** Shown for an inactive handle whose plan has the feature. */
function EndedNotice({ handle }: { handle: Handle }) {
  const isResting = handle.status === 'resting';
  return (
    <div
      role="status"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 rounded-card border border-warning/40 bg-warning-surface p-4 sm:p-6"
    >
      <CircleAlert className="mt-0.5 size-5 text-warning" aria-hidden />
      <div className="grid gap-4">
        <div className="grid gap-1 text-sm">
          <h2 className="text-base font-semibold">
            {isResting ? 'The year that was paid for has ended' : 'This handle is not active'}
          </h2>
          <p>
            {isResting
              ? 'This is off until the handle is renewed. Nothing is lost: everything you have set up is kept and then works again immediately.'
              : `${handle.mail.reason ?? ''} This is off until the handle is active again. Everything you have set up is kept.`}
          </p>
        </div>
        {isResting && (
          <Link to={pages.manage()} className={`${buttonStyle('primary')} justify-self-start`}>
            Renew on the dashboard
          </Link>
        )}
      </div>
    </div>
  );
}
