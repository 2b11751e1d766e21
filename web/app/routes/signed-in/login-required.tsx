import { LockKeyhole } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { supportPages } from '../../../../contract/support/paths.ts';
import { ConfirmHost } from '../../../accounts/confirm/confirm-host.tsx';
import { useCurrentUser } from '../../../accounts/current-user.ts';
import { SessionNotice } from '../../../accounts/session-notice.tsx';
import { useOpenSignIn } from '../../../accounts/shared/sign-in.ts';
import { Button } from '../../../ui/form/button.tsx';
import { ErrorState, MessageState } from '../../../ui/message-state.tsx';

interface SignedInOnlyProps {
  /** Shown while the current user is loading. */
  fallback: ReactNode;
  /** False for a screen without a link to support at its end. */
  showsSupport?: boolean;
  children: ReactNode;
}

/** Renders its content for signed-in users and a Login Required card for others. */
export function SignedInOnly({ fallback, showsSupport = true, children }: SignedInOnlyProps) {
  const { data: user, isPending, isLoadingError, isFetching, error, refetch } = useCurrentUser();
  useFocusWhenSignedOut(user);
  if (isPending) return fallback;
  if (isLoadingError) {
    return (
      <div className="page-width py-10">
        <ErrorState message={error.message} onRetry={refetch} busy={isFetching} />
      </div>
    );
  }
  if (!user) return <LoginRequired />;
  return (
    <>
      {/* Below a loading state, the line would jump when the content arrives. */}
      <div className="contents [&:has([role=status][aria-label^=Loading])+p]:invisible">{children}</div>
      {showsSupport && <SupportLine />}
      <ConfirmHost />
      <SessionNotice />
    </>
  );
}

/** The line at the end of a signed-in screen. */
function SupportLine() {
  return (
    <p className="page-width -mt-6 pb-10 text-center text-sm text-soft">
      Something not working?{' '}
      <Link
        to={supportPages.support()}
        className="-my-3 inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:underline"
      >
        Contact support
      </Link>
    </p>
  );
}

/** Moves the focus to the new screen if the focused element was removed because the session ended. */
function useFocusWhenSignedOut(user: object | null | undefined): void {
  const before = useRef(user);
  useEffect(() => {
    const signedOut = before.current && !user;
    before.current = user;
    if (signedOut && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
  }, [user]);
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
        <p>Please sign in to manage your handles. No password needed: we email you a link.</p>
      </MessageState>
    </div>
  );
}
