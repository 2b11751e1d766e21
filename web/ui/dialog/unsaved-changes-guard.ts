/** Installed by a screen with unsaved changes. */
interface UnsavedChangesGuard {
  /** Asks the user, and calls `leave` when they confirm. */
  ask: (leave: () => void) => void;
  /** Runs before the router handles a step through the browser history. */
  onPopState: (event: PopStateEvent) => void;
}

let guard: UnsavedChangesGuard | null = null;

/** Installs the guard of the current screen; null removes it. */
export function setUnsavedChangesGuard(next: UnsavedChangesGuard | null): void {
  guard = next;
}

/** Returns whether the current screen has unsaved changes. */
export function hasUnsavedChanges(): boolean {
  return guard !== null;
}

/** Calls `leave` immediately, or after the user has confirmed to lose unsaved changes. */
export function askToLeave(leave: () => void): void {
  if (guard) guard.ask(leave);
  else leave();
}

/**
 * Passes `popstate` events to the guard before the router handles them. Call it before the router is created: window
 * listeners run in the order of registration, capturing ones included.
 */
export function installHistoryGuard(): void {
  window.addEventListener('popstate', (event) => guard?.onPopState(event));
}
