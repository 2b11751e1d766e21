import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { RecentSignIn } from '../../../contract/accounts/sessions.ts';
import { getRecentSignIn } from '../../../contract/accounts/sessions.ts';
import { call } from '../../api/client.ts';
import { checkSession } from '../session-monitor.ts';
import { useOnReturn } from '../use-on-return.ts';

/**
 * Reads how the account can confirm its identity. With `waitsForLink`, also calls `onProven` once the session is
 * recent, for example because the emailed link was opened in another tab.
 */
export function useRecentSignIn(waitsForLink: boolean, onProven: () => void) {
  const client = useQueryClient();
  const [status, setStatus] = useState<RecentSignIn>();
  const [error, setError] = useState<unknown>();
  const load = useCallback(() => {
    setError(undefined);
    readStatus().then(setStatus, setError);
  }, []);
  useEffect(load, [load]);

  async function check(): Promise<void> {
    // After a failed check the other ways to confirm remain.
    const next = await readStatus().catch(() => undefined);
    // The link may have signed in another account; this screen must not continue as that account.
    if (next?.until && (await checkSession(client))) onProven();
  }
  useOnReturn(check, waitsForLink);

  return { status, error, retry: load };
}

function readStatus(): Promise<RecentSignIn> {
  return call(getRecentSignIn);
}
