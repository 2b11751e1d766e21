import { useCallback, useEffect, useState } from 'react';
import { getAvailability } from '../../../contract/handles/availability.ts';
import { call } from '../../api/client.ts';
import { type AvailabilityState, startCheck } from './availability.ts';

/**
 * Returns whether a handle is available, with an invitation if there is one. The state always belongs to the current handle,
 * never to an earlier one.
 */
export function useAvailability(
  handle: string,
  invitation?: string,
): { state: AvailabilityState; checkAgain: () => void } {
  const [result, setResult] = useState<{ handle: string; state: AvailabilityState } | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt checks the same handle again
  useEffect(() => {
    if (handle === '') return;
    const check = (checked: string, signal: AbortSignal) =>
      call(getAvailability, { handle: checked, query: { suggest: '1', invitation }, signal });
    return startCheck(handle, check, (state) => setResult({ handle, state }));
  }, [handle, attempt, invitation]);

  const checkAgain = useCallback(() => {
    setResult(null);
    setAttempt((current) => current + 1);
  }, []);

  const failed = result?.handle === handle && result.state.status === 'unavailable' && result.state.failed;
  useEffect(() => {
    if (!failed) return;
    window.addEventListener('online', checkAgain);
    return () => window.removeEventListener('online', checkAgain);
  }, [failed, checkAgain]);

  if (handle === '') return { state: { status: 'idle' }, checkAgain };
  return { state: result?.handle === handle ? result.state : { status: 'checking' }, checkAgain };
}
