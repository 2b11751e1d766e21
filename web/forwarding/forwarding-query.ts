import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Forwarding } from '../../contract/forwarding.ts';
import type { Handle } from '../../contract/handles.ts';
import { calls } from '../../contract/paths.ts';
import { listQuery } from '../api/query-client.ts';
import { handlesKey } from '../handles/shared/own-handles.ts';

/** All forwarding records of the person. */
export const forwardingQuery = listQuery(
  calls.forwarding(),
  async () => (await import('../../contract/forwarding.ts')).forwardingList,
);

/** Fetches both lists afresh after a change: a handle's card shows its forwarding too. */
export function useRefreshForwarding(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: forwardingQuery.queryKey }),
      client.invalidateQueries({ queryKey: handlesKey }),
    ]);
  }, [client]);
}

export type ForwardingStatus = 'none' | 'off' | 'pending' | 'verified';

/** Where a handle's forwarding stands. The owner's switch comes before what the mail system knows. */
export function statusOf(record: Forwarding | undefined): ForwardingStatus {
  if (!record) return 'none';
  if (!record.isActive) return 'off';
  return record.active === 1 ? 'verified' : 'pending';
}

/** The same as a handle tells it, for screens that show no more of its mail. */
export function statusOfHandle({ emailForwarding, forwardingStatus }: Handle): ForwardingStatus {
  return forwardingStatus === 'none' || emailForwarding ? forwardingStatus : 'off';
}

/** The earlier address that mail still goes to while a new one waits for its verification, or null. */
export function stillDeliveringTo(record: Forwarding): string | null {
  const { deliveringTo, forwarding_email: shown } = record;
  return record.isActive && deliveringTo !== null && deliveringTo !== shown ? deliveringTo : null;
}
