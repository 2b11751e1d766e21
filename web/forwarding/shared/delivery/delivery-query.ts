import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Delivery, DeliveryState } from '../../../../contract/forwarding/delivery-log.ts';
import { calls } from '../../../../contract/paths.ts';
import { readPage } from '../../../api/client.ts';

const loadDeliveries = async () => (await import('../../../../contract/forwarding/delivery-log.ts')).deliveryList;

/** Filters of the list; empty values match everything. */
export interface DeliveryFilter {
  search: string;
  state: DeliveryState | '';
  direction: Delivery['direction'] | '';
}

/** The messages of one forwarding record in pages, newest first. */
export function deliveriesQuery(recordId: number, { search, state, direction }: DeliveryFilter) {
  const parameters = new URLSearchParams({
    limit: '30',
    ...(search && { search }),
    ...(state && { state }),
    ...(direction && { direction }),
  });
  const first = `${calls.flights(recordId)}?${parameters}`;
  return infiniteQueryOptions({
    queryKey: [calls.flights(recordId), first],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, loadDeliveries, signal),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
    // Mail arrives without an action in this browser, so each visit refetches the list.
    staleTime: 0,
  });
}
