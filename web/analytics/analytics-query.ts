import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ANALYTICS_PERIODS, type AnalyticsPeriod, getAnalytics } from '../../contract/analytics/analytics.ts';
import { queryOf } from '../api/query-client.ts';

/** The analytics of a handle, refetched on each visit. The last period stays on the screen while another one loads. */
export function analyticsQuery(handleId: number, days: AnalyticsPeriod) {
  return queryOptions({
    ...queryOf(getAnalytics, { id: handleId, query: { days } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Parses the period in the query of the screen; 30 days if it is missing or unknown. */
export function readPeriod(text: string | null): AnalyticsPeriod {
  return ANALYTICS_PERIODS.find((days) => `${days}` === text) ?? 30;
}
