import { TOTAL_VIEWS_DAYS } from '../../contract/analytics/analytics.ts';
import { formatCount } from '../../contract/counts.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { PlanNotice } from '../payments/shared/plan-notice.tsx';
import { Card } from '../ui/card.tsx';

/** Shown on every plan: the views of the last 30 days, and what analytics would add. */
export function TotalViews({ handle, views }: { handle: Handle; views: number }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="text-3xl font-bold tabular-nums">{formatCount(views)}</span>
        <span className="text-soft">
          {views === 1 ? 'view' : 'views'} of your page in the last {TOTAL_VIEWS_DAYS} days
        </span>
      </Card>
      <PlanNotice
        handle={handle}
        feature="analytics"
        title="Know what works on your page"
        points={[
          'Views, visitors and link clicks for each day, compared with the previous period.',
          'Where visits come from: websites, countries, devices and campaigns.',
          'No cookies, no stored addresses, nothing to consent to. Your page stays as fast as it is.',
        ]}
      />
    </div>
  );
}
