import { useEffect, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { setUnsavedChangesGuard } from './unsaved-changes-guard.ts';

/** While `active`, asks before the screen is left and its changes are lost. */
export function LeaveGuard({ active }: { active: boolean }) {
  const { asking, leave, stay } = useUnsavedChangesGuard(active);
  return (
    <ConfirmDialog
      open={asking}
      title="Leave without saving?"
      description={<p>Your changes on this screen are not saved yet and would be lost.</p>}
      confirmLabel="Leave without saving"
      cancelLabel="Stay here"
      onConfirm={leave}
      onClose={stay}
    />
  );
}

/**
 * While `active`, asks before the screen is left: by a link or `navigate` (web/app/navigation/guarded-navigation.tsx), by
 * the back and forward buttons, and, with the browser's own prompt, by closing or reloading the tab.
 */
function useUnsavedChangesGuard(active: boolean): { asking: boolean; leave: () => void; stay: () => void } {
  const [pendingLeave, setPendingLeave] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (!active) return;
    const ask = (leave: () => void) => setPendingLeave(() => leave);
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    setUnsavedChangesGuard({ ask, onPopState: historyGuard(ask) });
    window.addEventListener('beforeunload', onUnload);
    return () => {
      setUnsavedChangesGuard(null);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [active]);

  return {
    asking: pendingLeave !== null,
    stay: () => setPendingLeave(null),
    leave: () => {
      setPendingLeave(null);
      pendingLeave?.();
    },
  };
}

/**
 * The browser has already moved when it dispatches `popstate`. The event is therefore hidden from the router and the
 * step is undone; it is repeated when the user confirms. A step within the same screen passes.
 */
function historyGuard(ask: (leave: () => void) => void): (event: PopStateEvent) => void {
  const place = () => window.location.pathname + window.location.search;
  const here = place();
  const index: unknown = window.history.state?.idx;
  let expected: 'undo' | 'confirmed' | null = null;

  return (event) => {
    const kind = expected;
    expected = null;
    if (kind === 'confirmed') return;
    if (kind === null && place() === here) return;
    event.stopImmediatePropagation();
    if (kind === 'undo') return;
    // The router numbers its history entries; one made by a link to a fragment has no number.
    const to: unknown = event.state?.idx;
    const steps = (typeof to === 'number' && typeof index === 'number' && to - index) || -1;
    expected = 'undo';
    window.history.go(-steps);
    ask(() => {
      expected = 'confirmed';
      window.history.go(steps);
    });
  };
}
