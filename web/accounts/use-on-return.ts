import { useEffect, useRef } from 'react';
import { useOtherTab } from './shared/use-other-tab.ts';

/**
 * Runs a check when another tab of this browser has signed in and when the user returns to this tab. Checks run one at
 * a time, without polling.
 */
export function useOnReturn(check: () => Promise<void>, isEnabled = true): void {
  const latest = useRef(check);
  latest.current = check;
  const isChecking = useRef(false);

  async function run(): Promise<void> {
    if (isChecking.current) return;
    isChecking.current = true;
    await latest.current().finally(() => {
      isChecking.current = false;
    });
  }
  useOtherTab(() => void run(), isEnabled);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` uses refs only
  useEffect(() => {
    if (!isEnabled) return;
    const onReturn = () => document.visibilityState === 'visible' && void run();
    window.addEventListener('focus', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      window.removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [isEnabled]);
}
