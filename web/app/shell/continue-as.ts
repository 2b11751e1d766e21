import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import { currentUserQuery } from '../../accounts/current-user.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import { startPageListeners } from './page-listeners.ts';

/** Continues this page as a user who has just signed in, here or in another tab. */
export function continueAs(client: QueryClient, user: CurrentUser): void {
  // Data of a user who was signed in before. The screen of a visitor shows public data, which stays in use.
  client.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey }) => hashKey(queryKey) !== hashKey(currentUserQuery.queryKey),
  });
  client.setQueryData(currentUserQuery.queryKey, user);
  startPageListeners(client);
  announceSignIn(user);
}

/** Greets a user, and reports that a closed account has been reopened. */
export function announceSignIn({ firstRun, restored }: Pick<CurrentUser, 'firstRun' | 'restored'> = {}): void {
  const greeting = firstRun === 'new' ? 'Welcome' : 'Welcome back';
  toast({
    title: 'Login Successful',
    description: restored ? `${greeting}. Your account is back, with everything in it.` : greeting,
  });
}
