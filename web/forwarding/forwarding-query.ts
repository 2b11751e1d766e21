import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Forwarding } from '../../contract/forwarding/forwarding.ts';
import { getForwardings } from '../../contract/forwarding/forwarding.ts';
import { listOf } from '../api/query-client.ts';
import type { ForwardingStatus } from '../own-handles/mail-state/forwarding-status.ts';
import { handlesKey } from '../own-handles/own-handles.ts';

/** All forwarding records of the signed-in user. */
export const forwardingQuery = listOf(getForwardings);

/** Returns a function that refetches the forwarding records and the handles, whose cards also show forwarding. */
export function useRefreshForwarding(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: forwardingQuery.queryKey }),
      client.invalidateQueries({ queryKey: handlesKey }),
    ]);
  }, [client]);
}

/** Returns the forwarding status of a record. The owner's switch takes precedence over the verification state. */
export function statusOf(record: Forwarding | undefined): ForwardingStatus {
  if (!record) return 'none';
  if (!record.isActive) return 'off';
  return record.active === 1 ? 'verified' : 'pending';
}

/** Returns the previous address that still receives mail while a new one is unverified, or null. */
export function stillDeliveringTo(record: Forwarding): string | null {
  const { deliveringTo, forwarding_email: shown } = record;
  return record.isActive && deliveringTo !== null && deliveringTo !== shown ? deliveringTo : null;
}
