import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCurrentUser } from '../accounts/current-user.ts';
import { useOpenSignIn } from '../lib/sign-in.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState, MessageState } from '../ui/message-state.tsx';

interface SignedInOnlyProps {
  /** Shown while we ask who is there, in the shape of what comes. */
  waiting: ReactNode;
  children: ReactNode;
}

/** Shows its content to signed-in people and a Login Required card to everybody else. */
export function SignedInOnly({ waiting, children }: SignedInOnlyProps) {
  const { data: user, isPending, isError, isFetching, error, refetch } = useCurrentUser();
  if (isPending) return waiting;
  if (isError) {
    return (
      <div className="page-width py-10">
        <ErrorState message={error.message} onRetry={refetch} busy={isFetching} />
      </div>
    );
  }
  return user ? children : <LoginRequired />;
}

function LoginRequired() {
  const openSignIn = useOpenSignIn();
  return (
    <div className="mx-auto w-full max-w-[40rem] px-4 py-16 sm:py-24">
      <MessageState
        level={1}
        icon={<LockKeyhole aria-hidden />}
        title="Login Required"
        action={
          <Button variant="brand" size="large" onClick={openSignIn}>
            Login
          </Button>
        }
      >
        <p>Please log in to manage your handles. No password needed: we mail you a link.</p>
      </MessageState>
    </div>
  );
}
