import { useEffect, useRef } from 'react';

const CHECK_INTERVAL_MS = 3000;

/** Runs a check when the tab gets the focus, and every CHECK_INTERVAL_MS while it is visible; one at a time. */
export function useWhileVisible(check: () => Promise<void>, isEnabled = true): void {
  const latest = useRef(check);
  latest.current = check;
  useEffect(() => {
    if (!isEnabled) return;
    let isChecking = false;
    const run = async () => {
      if (isChecking || document.visibilityState === 'hidden') return;
      isChecking = true;
      await latest.current().finally(() => {
        isChecking = false;
      });
    };
    const timer = setInterval(run, CHECK_INTERVAL_MS);
    window.addEventListener('focus', run);
    document.addEventListener('visibilitychange', run);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', run);
      document.removeEventListener('visibilitychange', run);
    };
  }, [isEnabled]);
}
