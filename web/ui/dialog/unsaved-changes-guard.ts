/** Installed by a form with unsaved changes. */
interface UnsavedChangesGuard {
  /** Asks the user, and calls `leave` when they confirm. */
  ask: (leave: () => void) => void;
  /** Returns whether the changes stay on the screen at this address. */
  covers?: (url: URL) => boolean;
  /** Runs before the router handles a step through the browser history. */
  onPopState: (event: PopStateEvent) => void;
  /** Returns whether the guard has made a step itself whose event has not arrived yet. */
  expectsStep?: () => boolean;
}

let guards: readonly UnsavedChangesGuard[] = [];

/** Installs the guard of a form, until the returned function is called. */
export function addUnsavedChangesGuard(guard: UnsavedChangesGuard): () => void {
  guards = [...guards, guard];
  return () => {
    guards = guards.filter((other) => other !== guard);
  };
}

/** Returns whether the current screen has unsaved changes. */
export function hasUnsavedChanges(): boolean {
  return guards.length > 0;
}

/**
 * Calls `leave` immediately or, with unsaved changes, after the user has confirmed. `target` is the destination, if
 * known.
 */
export function askToLeave(leave: () => void, target?: URL): void {
  const guard = guards.find(({ covers }) => !(target && covers?.(target)));
  if (guard) guard.ask(leave);
  else leave();
}

/**
 * Passes `popstate` events to the guards before the router handles them. Call it before the router is created: window
 * listeners run in the order of registration, capturing ones included.
 */
export function installHistoryGuard(): void {
  window.addEventListener('popstate', (event) => {
    // The first guard whose changes would be lost handles the step; the others would ask a second time.
    const target = new URL(window.location.href);
    const expecting = guards.find(({ expectsStep }) => expectsStep?.());
    const guard = expecting ?? guards.find(({ covers }) => !covers?.(target)) ?? guards[0];
    guard?.onPopState(event);
  });
}
