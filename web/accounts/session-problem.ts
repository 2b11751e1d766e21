import { useSyncExternalStore } from 'react';
import type { CurrentUser } from '../../contract/accounts.ts';

/** The session of this screen ended, or another account has taken its place in this browser. */
export type SessionTrouble = { kind: 'over'; user: CurrentUser } | { kind: 'other'; user: CurrentUser; other: string };

let trouble: SessionTrouble | null = null;
const listeners = new Set<() => void>();

/** What is wrong with the session at the moment; null for nothing. */
export function sessionTrouble(): SessionTrouble | null {
  return trouble;
}

export function setTrouble(next: SessionTrouble | null): void {
  trouble = next;
  for (const listener of listeners) listener();
}

/** The same, for screens. */
export function useSessionTrouble(): SessionTrouble | null {
  return useSyncExternalStore(subscribe, sessionTrouble, () => null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
