import { useEffect, useState } from 'react';

/** The screen that has to be asked before it is left, if there is one. */
let ask: ((leave: () => void) => void) | null = null;
/** What it does about a step through the browser's history. */
let onStep: ((event: PopStateEvent) => void) | null = null;

/** Leaves at once, or when the person agrees to lose what was not saved. */
export function askToLeave(leave: () => void): void {
  if (ask) ask(leave);
  else leave();
}

/**
 * Lets guarded screens hear of steps through the history before the router does. To be called before the router listens:
 * browsers call the window's listeners for them in the order in which they came, those for capture too.
 */
export function hearOfSteps(): void {
  window.addEventListener('popstate', (event) => onStep?.(event));
}

/**
 * While `active`, asks before the screen is left: by a link or `navigate` (web/app/guarded-navigation.tsx), by the
 * browser's back and forward buttons, and, in the browser's own words, by closing or reloading the tab.
 */
export function useLeaveGuard(active: boolean): { asking: boolean; leave: () => void; stay: () => void } {
  const [wanted, setWanted] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (!active) return;
    const hold = (leave: () => void) => setWanted(() => leave);
    onStep = stepGuard(hold);
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    ask = hold;
    window.addEventListener('beforeunload', onUnload);
    return () => {
      ask = null;
      onStep = null;
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
