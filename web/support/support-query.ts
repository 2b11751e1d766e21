import { queryOptions } from '@tanstack/react-query';
import { getSupport } from '../../contract/support/support.ts';
import { queryOf } from '../api/query-client.ts';

/** How the signed-in person reaches support. Read again on each visit: a handle may have been bought or have expired. */
export const supportQuery = queryOptions({
  ...queryOf(getSupport),
  staleTime: 0,
});
