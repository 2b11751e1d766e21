import { queryOptions } from '@tanstack/react-query';
import { supportCalls } from '../../contract/support/paths.ts';
import { supportOffer } from '../../contract/support/support.ts';
import { resourceQuery } from '../api/query-client.ts';

/** How the signed-in person reaches support. Read again on each visit: a handle may have been bought or have expired. */
export const supportQuery = queryOptions({
  ...resourceQuery(supportCalls.support(), async () => supportOffer),
  staleTime: 0,
});
