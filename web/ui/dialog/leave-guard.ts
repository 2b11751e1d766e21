/** What a screen does that has to be asked before it is left. */
interface Guard {
  ask: (leave: () => void) => void;
  /** Hears of a step through the browser's history before the router does. */
  onStep: (event: PopStateEvent) => void;
}

let guard: Guard | null = null;

/** Puts up the guard of the screen that stands; null takes it down. */
export function setGuard(next: Guard | null): void {
  guard = next;
}

/** Whether the screen has something to lose. */
export function hasGuard(): boolean {
  return guard !== null;
}

/** Leaves at once, or when the person agrees to lose what was not saved. */
export function askToLeave(leave: () => void): void {
  if (guard) guard.ask(leave);
  else leave();
}

/**
 * Lets guarded screens hear of steps through the history before the router does. To be called before the router listens:
 * browsers call the window's listeners for them in the order in which they came, those for capture too.
 */
export function hearOfSteps(): void {
  window.addEventListener('popstate', (event) => guard?.onStep(event));
}
