import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pathOf } from '../../../../contract/call.ts';
import type { Delivery } from '../../../../contract/forwarding/delivery-log.ts';
import { getDelivery } from '../../../../contract/forwarding/delivery-log.ts';
import { MINUTE } from '../../../../contract/time.ts';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/error.ts';

const POLL_INTERVAL_MS = { underWay: 1000, queued: 5000 };
/** Polling stops after this time. The list is still updated when it is refetched. */
const WATCH_TIMEOUT_MS = 5 * MINUTE;

/** One message; null if nothing has been recorded about it yet. */
function deliveryQuery(recordId: number, deliveryId: string) {
  return queryOptions({
    queryKey: [pathOf(getDelivery, { id: recordId, flightId: deliveryId })],
    queryFn: async ({ signal }): Promise<Delivery | null> => {
      try {
        return await call(getDelivery, { id: recordId, flightId: deliveryId, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: 0,
  });
}

/** Reports whether a message has reached a final state. */
export function hasEnded({ state }: Delivery): boolean {
  return state !== 'under-way' && state !== 'queued';
}

/** Polls one message until it reaches a final state or WATCH_TIMEOUT_MS has passed. `known` is shown until the first response. */
export function useWatchedDelivery(
  recordId: number,
  deliveryId: string,
  { known, isOn }: { known?: Delivery; isOn: boolean },
) {
  const [hasTimedOut, setTimedOut] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    setTimedOut(false);
    const timer = setTimeout(() => setTimedOut(true), WATCH_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isOn]);

  const isOver = known !== undefined && hasEnded(known);
  const { data, error } = useQuery({
    ...deliveryQuery(recordId, deliveryId),
    enabled: isOn && !isOver && !hasTimedOut,
    refetchInterval: ({ state }) => {
      if (state.data && hasEnded(state.data)) return false;
      return state.data?.state === 'queued' ? POLL_INTERVAL_MS.queued : POLL_INTERVAL_MS.underWay;
    },
  });
  // The list may have been fetched before or after the last poll.
  const isNewer = data && data.events.length >= (known?.events.length ?? 0);
  return { delivery: isNewer ? data : known, hasTimedOut, error };
}
