import { useEffect } from 'react';
import { useCurrentUser } from '../../accounts/current-user.ts';
import { consumeLoginFlag } from '../../accounts/shared/login-flag.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountButton } from './account-button.tsx';
import { HeaderFrame, VisitorButtons } from './header-frame.tsx';

/** The header of every screen: logo, theme toggle, and account menu or sign-in button. */
export function Header() {
  const { data: user, isPending } = useCurrentUser();
  const signedIn = Boolean(user);
  // Signed-in users are redirected from the landing page before it removes the flag.
  useEffect(() => {
    if (signedIn) consumeLoginFlag(window.localStorage);
  }, [signedIn]);
  return (
    <HeaderFrame isSignedIn={signedIn}>
      {isPending ? (
        <Skeleton className="size-11 rounded-full" />
      ) : user ? (
        <AccountButton user={user} />
      ) : (
        <VisitorButtons />
      )}
    </HeaderFrame>
  );
}
