import { useEffect, useRef, useState } from 'react';
import { dialogOnDemand } from './dialog-on-demand.tsx';
import { addUnsavedChangesGuard } from './unsaved-changes-guard.ts';

const ConfirmDialog = dialogOnDemand(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

interface LeaveGuardProps {
  active: boolean;
  /** Returns whether the changes stay on the screen at another address, such as another tab of the same editor. */
  covers?: (url: URL) => boolean;
  /** The current address, if `covers` is given. */
  place?: string;
}

/** While `active`, asks before the screen is left and its changes are lost. */
export function LeaveGuard(props: LeaveGuardProps) {
  const { asking, leave, stay } = useUnsavedChangesGuard(props);
  return (
    <ConfirmDialog
      open={asking}
      title="Leave without saving?"
      description={<p>Your changes on this screen are not saved yet and would be lost.</p>}
      confirmLabel="Leave without saving"
      cancelLabel="Stay here"
      isCancelPreferred
      onConfirm={leave}
      onClose={stay}
    />
  );
}

/**
 * While `active`, asks before the screen is left: by a link or `navigate` (web/app/navigation/guarded-navigation.tsx), by
 * the back and forward buttons, and, with the browser's own prompt, by closing or reloading the tab.
 */
function useUnsavedChangesGuard({ active, covers, place }: LeaveGuardProps): {
  asking: boolean;
  leave: () => void;
  stay: () => void;
} {
  const [pendingLeave, setPendingLeave] = useState<(() => void) | null>(null);
  const latest = useRef(covers);
  latest.current = covers;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another step of the history
  useEffect(() => {
    if (!active) return;
    // Downloads the dialog now, because the connection may be lost when it is needed.
    ConfirmDialog.preload();
    const ask = (leave: () => void) => setPendingLeave(() => leave);
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const isCovered = (url: URL) => latest.current?.(url) === true;
    const remove = addUnsavedChangesGuard({ ask, covers: isCovered, ...historyGuard(ask, isCovered) });
    window.addEventListener('beforeunload', onUnload);
    return () => {
      remove();
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [active, place]);

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
function historyGuard(
  ask: (leave: () => void) => void,
  isCovered: (url: URL) => boolean,
): { onPopState: (event: PopStateEvent) => void; expectsStep: () => boolean } {
  const place = () => window.location.pathname + window.location.search;
  const indexOf = (state: unknown) => (state as { idx?: unknown } | null)?.idx;
  let here = { place: place(), index: indexOf(window.history.state) };
  let expected: 'undo' | 'confirmed' | null = null;

  function onPopState(event: PopStateEvent) {
    const kind = expected;
    expected = null;
    if (kind === 'confirmed') return;
    if (kind === null && (place() === here.place || isCovered(new URL(window.location.href)))) {
      here = { place: place(), index: indexOf(event.state) };
      return;
    }
    event.stopImmediatePropagation();
    if (kind === 'undo') return;
    // The router numbers its history entries; one made by a link to a fragment has no number.
    const to = indexOf(event.state);
    const { index } = here;
    const steps = (typeof to === 'number' && typeof index === 'number' && to - index) || -1;
    expected = 'undo';
    window.history.go(-steps);
    ask(() => {
      expected = 'confirmed';
      window.history.go(steps);
    });
  }
  return { onPopState, expectsStep: () => expected !== null };
}
