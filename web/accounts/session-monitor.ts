import type { QueryClient } from '@tanstack/react-query';
import { getUser } from '../../contract/accounts/accounts.ts';
import { call } from '../api/client.ts';
import { isSessionExpired } from '../api/use-action.ts';
import { hasUnsavedChanges } from '../ui/dialog/unsaved-changes-guard.ts';
import { currentUserQuery, markSignedOut } from './current-user.ts';
import { currentSessionProblem, setSessionProblem } from './session-problem.ts';
import { openSessionChannel, type TabUser } from './shared/session-channel.ts';

/** Closes the notice; the user continues without a session. */
export function dismissSessionProblem(): void {
  setSessionProblem(null);
}

/**
 * Handles every 401 response. A screen without data and without unsaved changes is replaced by the login card; any other
 * screen stays as it is, and a dialog above it asks to sign in again.
 */
export function watchUnauthorizedErrors(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isSessionExpired(event.action.error)) return;
    if (event.query.state.data !== undefined || hasUnsavedChanges()) reportExpiredSession(client);
    else if (!currentSessionProblem()) markSignedOut(client);
  });
  client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (isSessionExpired(event.action.error)) reportExpiredSession(client);
  });
}

function reportExpiredSession(client: QueryClient): void {
  const user = client.getQueryData(currentUserQuery.queryKey);
  if (user && !currentSessionProblem()) setSessionProblem({ kind: 'expired', user });
}

/** Requests the current user; returns true if the user of this screen is signed in again. */
export async function checkSession(client: QueryClient): Promise<boolean> {
  const current = await call(getUser).catch(() => null);
  return current !== null && compareWithScreen(client, current);
}

function compareWithScreen(client: QueryClient, current: TabUser): boolean {
  const shown = client.getQueryData(currentUserQuery.queryKey);
  if (!shown) return false;
  if (shown.id !== current.id) {
    setSessionProblem({ kind: 'other-account', user: shown, otherEmail: current.email });
    return false;
  }
  if (currentSessionProblem()) {
    setSessionProblem(null);
    // Refetches only failed queries: refetching the others could replace what the user has typed.
    void client.refetchQueries({ predicate: ({ state }) => state.error !== null });
  }
  return true;
}

let channel: BroadcastChannel | undefined;

/** Compares the user of this screen with the user that another tab of this browser announces. */
export function watchOtherTabs(client: QueryClient): void {
  channel = openSessionChannel();
  if (channel) channel.onmessage = ({ data }: MessageEvent<TabUser>) => void compareWithScreen(client, data);
}

/** Sends the signed-in user to the other tabs of this browser. */
export function announceUser(client: QueryClient): void {
  const user = client.getQueryData(currentUserQuery.queryKey);
  if (user) channel?.postMessage({ id: user.id, email: user.email });
}
