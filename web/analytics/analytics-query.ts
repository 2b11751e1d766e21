import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ANALYTICS_PERIODS, type AnalyticsPeriod, getAnalytics } from '../../contract/analytics/analytics.ts';
import { queryOf } from '../api/query-client.ts';

/** The analytics of a handle, read again on each visit. While another period loads, the last one stays. */
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
