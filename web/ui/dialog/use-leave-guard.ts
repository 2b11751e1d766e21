import { useEffect, useState } from 'react';
import { setGuard } from './leave-guard.ts';

/**
 * While `active`, asks before the screen is left: by a link or `navigate` (web/app/navigation/guarded-navigation.tsx), by the
 * browser's back and forward buttons, and, in the browser's own words, by closing or reloading the tab.
 */
export function useLeaveGuard(active: boolean): { asking: boolean; leave: () => void; stay: () => void } {
  const [wanted, setWanted] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (!active) return;
    const ask = (leave: () => void) => setWanted(() => leave);
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    setGuard({ ask, onStep: stepGuard(ask) });
    window.addEventListener('beforeunload', onUnload);
    return () => {
      setGuard(null);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [active]);

  return {
    asking: wanted !== null,
    stay: () => setWanted(null),
    leave: () => {
      setWanted(null);
      wanted?.();
    },
  };
}

/**
 * The browser has already moved when it tells of a step through its history. So the step is hidden from the router and
 * taken back; it is taken again when the person agrees. A step within the same screen passes.
 */
function stepGuard(hold: (leave: () => void) => void): (event: PopStateEvent) => void {
  const place = () => window.location.pathname + window.location.search;
  const here = place();
  const index: unknown = window.history.state?.idx;
  let expected: 'taken back' | 'agreed' | null = null;

  return (event) => {
    const kind = expected;
    expected = null;
    if (kind === 'agreed') return;
    if (kind === null && place() === here) return;
    event.stopImmediatePropagation();
    if (kind === 'taken back') return;
    // The router numbers the entries; one that was made by a link to a fragment has no number.
    const to: unknown = event.state?.idx;
    const steps = (typeof to === 'number' && typeof index === 'number' && to - index) || -1;
    expected = 'taken back';
    window.history.go(-steps);
    hold(() => {
      expected = 'agreed';
      window.history.go(steps);
    });
  };
}
