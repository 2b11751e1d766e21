import { useCallback, useEffect, useState } from 'react';
import { calls } from '../../../contract/paths.ts';
import { call } from '../../api/client.ts';
import { type AvailabilityState, startCheck } from './availability.ts';

/** Whether the typed handle can be had. The state is always about the handle given now, never about an earlier one. */
export function useAvailability(handle: string): { state: AvailabilityState; checkAgain: () => void } {
  const [answer, setAnswer] = useState<{ handle: string; state: AvailabilityState } | null>(null);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again for the same handle
  useEffect(() => {
    if (handle === '') return;
    return startCheck(handle, askServer, (state) => setAnswer({ handle, state }));
  }, [handle, round]);

  const checkAgain = useCallback(() => {
    setAnswer(null);
    setRound((current) => current + 1);
  }, []);

  const failed = answer?.handle === handle && answer.state.status === 'unavailable' && answer.state.failed;
  useEffect(() => {
    if (!failed) return;
    window.addEventListener('online', checkAgain);
    return () => window.removeEventListener('online', checkAgain);
  }, [failed, checkAgain]);

  if (handle === '') return { state: { status: 'idle' }, checkAgain };
  return { state: answer?.handle === handle ? answer.state : { status: 'checking' }, checkAgain };
}

function askServer(handle: string, signal: AbortSignal) {
  return call(calls.checkHandle(handle), async () => (await import('../../../contract/handles.ts')).availability, {
    signal,
  });
}
