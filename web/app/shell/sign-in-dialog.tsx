import { useQueryClient } from '@tanstack/react-query';
import { LoginDialog } from '../../accounts/login-dialog.tsx';
import { continueAs } from './continue-as.ts';

/** The sign-in dialog of every screen. After a sign-in the screen stays, and continues as that user. */
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
