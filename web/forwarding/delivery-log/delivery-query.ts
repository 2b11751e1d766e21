import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Delivery, DeliveryState } from '../../../contract/delivery-log.ts';
import { calls } from '../../../contract/paths.ts';
import { call, readPage } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';

/** Milliseconds between two looks at a mail: while it flies, and while it waits on the queue. */
const LOOK_AGAIN = { flying: 1000, waiting: 5000 };
/** Milliseconds after which nobody watches any more; the list still tells how it went on. */
const WATCH_FOR = 5 * 60_000;

const loadFlight = async () => (await import('../../../contract/delivery-log.ts')).delivery;
const loadFlights = async () => (await import('../../../contract/delivery-log.ts')).deliveryList;

/** What the list is narrowed down to; empty for everything. */
export interface DeliveryFilter {
  search: string;
  state: DeliveryState | '';
}

/** The mails of one forwarding record, newest first, a page at a time. */
export function deliveriesQuery(recordId: number, { search, state }: DeliveryFilter) {
  const asked = new URLSearchParams({ limit: '30', ...(search && { search }), ...(state && { state }) });
  const first = `${calls.flights(recordId)}?${asked}`;
  return infiniteQueryOptions({
    queryKey: [calls.flights(recordId), first],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, loadFlights, signal),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
    // Mail comes by itself: each visit looks anew.
    staleTime: 0,
  });
}

/** One mail; null where nothing was noted about it yet. */
function flightQuery(recordId: number, flightId: string) {
  return queryOptions({
    queryKey: [calls.flight(recordId, flightId)],
    queryFn: async ({ signal }): Promise<Delivery | null> => {
      try {
        return await call(calls.flight(recordId, flightId), loadFlight, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: 0,
  });
}

/** Whether nothing more will happen to a mail. */
export function hasEnded({ state }: Delivery): boolean {
  return state !== 'under-way' && state !== 'queued';
}

/** Follows one mail until it ends, or for some minutes. `known` is what is shown until the first answer. */
export function useWatchedDelivery(
  recordId: number,
  flightId: string,
  { known, isOn }: { known?: Delivery; isOn: boolean },
) {
  const [isTired, setTired] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    setTired(false);
    const timer = setTimeout(() => setTired(true), WATCH_FOR);
    return () => clearTimeout(timer);
  }, [isOn]);

  const isOver = known !== undefined && hasEnded(known);
  const { data, error } = useQuery({
    ...flightQuery(recordId, flightId),
    enabled: isOn && !isOver && !isTired,
    refetchInterval: ({ state }) => {
      if (state.data && hasEnded(state.data)) return false;
      return state.data?.state === 'queued' ? LOOK_AGAIN.waiting : LOOK_AGAIN.flying;
    },
  });
  // The list may have been read after the last look, or before it.
  const isNewer = data && data.events.length >= (known?.events.length ?? 0);
  return { delivery: isNewer ? data : known, isTired, error };
}
