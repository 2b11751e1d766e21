import { useSyncExternalStore } from 'react';
import type { CurrentUser } from '../../contract/accounts/accounts.ts';

/** The session of this screen has expired, or another account is now signed in to this browser. */
export type SessionProblem =
  | { kind: 'expired'; user: CurrentUser }
  | { kind: 'other-account'; user: CurrentUser; otherEmail: string };

let problem: SessionProblem | null = null;
const listeners = new Set<() => void>();

/** Returns the current problem of the session, or null. */
export function currentSessionProblem(): SessionProblem | null {
  return problem;
}

export function setSessionProblem(next: SessionProblem | null): void {
  problem = next;
  for (const listener of listeners) listener();
}

/** currentSessionProblem for components. */
export function useSessionProblem(): SessionProblem | null {
  return useSyncExternalStore(subscribe, currentSessionProblem, () => null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
