import type { QueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '../../contract/accounts.ts';
import { calls } from '../../contract/paths.ts';
import { call } from '../api/client.ts';
import { isSessionOver } from '../api/use-action.ts';
import { hasGuard } from '../ui/dialog/leave-guard.ts';
import { currentUserQuery, noteSignedOut } from './current-user.ts';
import { sessionTrouble, setTrouble } from './session-problem.ts';

/** The person wants to go on without a session. */
export function dismissTrouble(): void {
  setTrouble(null);
}

/**
 * Hears of every refusal because nobody is signed in. A screen that only lacks what it was about to show asks to log in,
 * in its own place. One with something to lose stays with what was typed, and a new session is asked for above it.
 */
export function watchRefusals(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isSessionOver(event.action.error)) return;
    if (event.query.state.data !== undefined || hasGuard()) askForSession(client);
    else if (!sessionTrouble()) noteSignedOut(client);
  });
  client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (isSessionOver(event.action.error)) askForSession(client);
  });
}

function askForSession(client: QueryClient): void {
  const user = client.getQueryData(currentUserQuery.queryKey);
  if (user && !sessionTrouble()) setTrouble({ kind: 'over', user });
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
  if (sessionTrouble()) {
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
