import { useQuery } from '@tanstack/react-query';
import { Phone, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pages } from '../../contract/paths.ts';
import { FEATURES, type Feature, includesFeature } from '../../contract/payments/features.ts';
import { errorText } from '../api/error-text.ts';
import { useSite } from '../api/site.ts';
import { formatDollars, usePrices } from '../payments/shared/prices.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/message-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { phoneLink } from './phone-link.ts';
import { supportQuery } from './support-query.ts';

/** Priority and phone support: what the user has, and which plans include the rest. */
export function SupportWays() {
  const { data, error, isFetching, refetch } = useQuery(supportQuery);
  const { commonFeatures } = useSite();
  const withFeature = (feature: Feature) =>
    commonFeatures && includesFeature(commonFeatures, feature)
      ? 'handles'
      : `${new Intl.ListFormat('en-GB').format(FEATURES[feature])} handles`;
  if (!data) {
    return error ? (
      <ErrorState
        message={errorText(error, 'We could not check whether you have priority. You can still write to us.')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <Card role="status" aria-label="Loading" className="grid gap-3">
        <Skeleton className="h-5 w-36" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-2/3" />
      </Card>
    );
  }
  return (
    <aside aria-label="Ways to reach us" className="grid gap-4 sm:max-lg:grid-cols-2">
      <Way icon={<Zap aria-hidden />} title="Priority support" has={data.priority}>
        {data.priority ? (
          <p>Your messages are read before others.</p>
        ) : (
          <>
            <p>Messages from owners of {withFeature('priority-support')} are read first. Everybody gets an answer.</p>
            <WayToGetIt feature="priority-support" />
          </>
        )}
      </Way>
      {(data.phone !== null || data.phoneOffered) && (
        <Way icon={<Phone aria-hidden />} title="Phone support" has={data.phone !== null}>
          {data.phone === null ? (
            <>
              <p>Owners of {withFeature('phone-support')} can also call us.</p>
              <WayToGetIt feature="phone-support" />
            </>
          ) : (
            <>
              <p>You can also call us:</p>
              <a
                href={phoneLink(data.phone)}
                className="-mb-2 inline-flex min-h-11 items-center text-lg font-semibold text-accent tabular-nums underline-offset-4 hover:underline"
              >
                {data.phone}
              </a>
            </>
          )}
        </Way>
      )}
    </aside>
  );
}

interface WayProps {
  icon: ReactNode;
  title: string;
  has: boolean;
  children: ReactNode;
}

function Way({ icon, title, has, children }: WayProps) {
  return (
    <Card className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 gap-y-1">
      <span className="mt-0.5 text-accent [&>svg]:size-5">{icon}</span>
      <h2 className="flex flex-wrap items-center gap-2 font-semibold">
        {title} {has && <Badge tone="success">Yours</Badge>}
      </h2>
      <div className="col-start-2 grid gap-1 text-sm text-pretty text-soft">{children}</div>
    </Card>
  );
}

/** The price of the smallest plan with a feature, if that plan is offered. */
function WayToGetIt({ feature }: { feature: Feature }) {
  const [smallest] = FEATURES[feature];
  const price = usePrices().find(({ name }) => name === smallest);
  const { paidPlans, commonFeatures } = useSite();
  if (commonFeatures && includesFeature(commonFeatures, feature)) return null;
  if (paidPlans === false || !price) return <p>These plans are not offered here at present.</p>;
  return (
    <>
      <p>From {formatDollars(price.price_yearly_usd_now)} a year.</p>
      <Link
        to={pages.create()}
        className="-mb-2 inline-flex min-h-11 items-center justify-self-start font-semibold text-accent underline-offset-4 hover:underline"
      >
        Find a shorter handle
      </Link>
    </>
  );
}
