import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import { currentUserQuery } from '../../accounts/current-user.ts';
import { LoginDialog } from '../../accounts/login-dialog.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { startPageListeners } from './page-listeners.ts';

/** The sign-in dialog of every screen. After a sign-in by code or passkey the screen stays, and continues as that user. */
export function SignInDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <LoginDialog
      open={open}
      onClose={onClose}
      onSignedIn={(user) => {
        onClose();
        continueAs(client, user);
      }}
    />
  );
}

function continueAs(client: QueryClient, user: CurrentUser): void {
  // Data of a user who was signed in before. The screen of a visitor shows public data, which stays in use.
  client.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey }) => hashKey(queryKey) !== hashKey(currentUserQuery.queryKey),
  });
  client.setQueryData(currentUserQuery.queryKey, user);
  startPageListeners(client);
  toast({ title: 'Login Successful', description: 'Welcome back' });
}
