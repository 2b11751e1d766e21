import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Delivery, DeliveryState } from '../../../../contract/forwarding/delivery-log.ts';
import { getDeliveries } from '../../../../contract/forwarding/delivery-log.ts';
import { pagesOf } from '../../../api/query-client.ts';

/** Filters of the list; empty values match everything. */
export interface DeliveryFilter {
  search: string;
  state: DeliveryState | '';
  direction: Delivery['direction'] | '';
}

/** The messages of one forwarding record in pages, newest first. */
export function deliveriesQuery(recordId: number, { search, state, direction }: DeliveryFilter) {
  return infiniteQueryOptions({
    ...pagesOf(getDeliveries, {
      id: recordId,
      query: { limit: 30, search: search || undefined, state: state || undefined, direction: direction || undefined },
    }),
    // Mail arrives without an action in this browser, so each visit refetches the list.
    staleTime: 0,
  });
}
