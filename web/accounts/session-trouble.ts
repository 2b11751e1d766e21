import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { CurrentUser } from '../../contract/accounts.ts';
import { calls } from '../../contract/paths.ts';
import { call } from '../lib/api-client.ts';
import { hasGuard } from '../lib/leave-guard.ts';
import { currentUserQuery, noteSignedOut } from './current-user.ts';

/** The session of this screen ended, or another account has taken its place in this browser. */
export type SessionTrouble = { kind: 'over'; user: CurrentUser } | { kind: 'other'; user: CurrentUser; other: string };

let trouble: SessionTrouble | null = null;
const listeners = new Set<() => void>();

function setTrouble(next: SessionTrouble | null): void {
  trouble = next;
  for (const listener of listeners) listener();
}

/** What is wrong with the session at the moment; null for nothing. */
export function useSessionTrouble(): SessionTrouble | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => trouble,
    () => null,
  );
}

/** The person wants to go on without a session. */
export function dismissTrouble(): void {
  setTrouble(null);
}

/** A change was refused because nobody is signed in: the screen stays with what was typed, and asks for a new session. */
export function noteSessionOver(client: QueryClient): void {
  const user = client.getQueryData(currentUserQuery.queryKey);
  if (user && !trouble) setTrouble({ kind: 'over', user });
}

/**
 * Something could not be read because nobody is signed in. Where the screen has nothing to lose it asks to log in, in its
 * own place; else it stays as it is.
 */
export function noteUnreadable(client: QueryClient, wasShown: boolean): void {
  if (wasShown || hasGuard() || trouble) noteSessionOver(client);
  else noteSignedOut(client);
}

/** Looks whether somebody is signed in again; true where it is the person whose screen this is. */
export async function checkSession(client: QueryClient): Promise<boolean> {
  const load = async () => (await import('../../contract/accounts.ts')).currentUser;
  const now = await call(calls.user(), load).catch(() => null);
  return now !== null && compare(client, now);
}

function compare(client: QueryClient, now: Pick<CurrentUser, 'id' | 'email'>): boolean {
  const mine = client.getQueryData(currentUserQuery.queryKey);
  if (!mine) return false;
  if (mine.id !== now.id) {
    setTrouble({ kind: 'other', user: mine, other: now.email });
    return false;
  }
  if (trouble) {
    setTrouble(null);
    // What could not be read meanwhile; everything else stays as it is, and so does what was typed.
    void client.refetchQueries({ predicate: ({ state }) => state.error !== null });
  }
  return true;
}

/** Tells the other tabs of this browser who is signed in now, and hears of it from them. */
export function watchOtherTabs(client: QueryClient): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel('nameplate-session');
  channel.onmessage = ({ data }: MessageEvent<Pick<CurrentUser, 'id' | 'email'>>) => void compare(client, data);
  const user = client.getQueryData(currentUserQuery.queryKey);
  if (user) channel.postMessage({ id: user.id, email: user.email });
}
