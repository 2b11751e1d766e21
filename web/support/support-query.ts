import { queryOptions } from '@tanstack/react-query';
import { getSupport } from '../../contract/support/support.ts';
import { queryOf } from '../api/query-client.ts';

/**
 * How the signed-in user reaches support. Refetched on each visit, because a handle may have been bought or have
 * expired.
 */
export const supportQuery = queryOptions({
  ...queryOf(getSupport),
  staleTime: 0,
});
