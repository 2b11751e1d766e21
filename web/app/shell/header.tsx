import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { pages } from '../../../contract/paths.ts';
import { useCurrentUser } from '../../accounts/current-user.ts';
import { DevLoginButton } from '../../accounts/dev-login-button.tsx';
import { consumeLoginFlag } from '../../accounts/shared/login-flag.ts';
import { useOpenSignIn } from '../../accounts/shared/sign-in.ts';
import { useSite } from '../../api/site.ts';
import { SiteBrand } from '../../site/shared/site-brand.tsx';
import { Button } from '../../ui/form/button.tsx';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ThemeToggle } from '../../ui/theme/theme-toggle.tsx';
import { AccountButton } from './account-button.tsx';

/** The header of every screen: logo, theme toggle, and account menu or sign-in button. */
export function Header() {
  const { data: user } = useCurrentUser();
  const site = useSite();
  const onLanding = useLocation().pathname === pages.home();
  // On phones the landing page shows Get Started, if it has it, instead of the name.
  const crowded = onLanding && !user && site.claims !== 'closed';
  return (
    <header className="sticky top-0 z-30 border-b border-border/70 bg-background/85 backdrop-blur-md">
      <div className={`page-width flex h-16 items-center ${crowded ? 'gap-0 sm:gap-2' : 'gap-1 sm:gap-2'}`}>
        <Link
          to={pages.home()}
          aria-label={site.name}
          className="mr-auto flex min-h-11 min-w-11 items-center gap-2.5 rounded-control pr-2 text-lg font-bold tracking-tight"
        >
          <SiteBrand site={site} className={crowded ? 'max-[479px]:sr-only' : 'max-[359px]:sr-only'} />
        </Link>
        <ThemeToggle />
        <AccountArea />
      </div>
    </header>
  );
}

function AccountArea() {
  const { data: user, isPending } = useCurrentUser();
  const openSignIn = useOpenSignIn();
  const { localMode, claims } = useSite();
  const onLanding = useLocation().pathname === pages.home();
  const signedIn = Boolean(user);
  // Signed-in users are redirected from the landing page before it removes the flag.
  useEffect(() => {
    if (signedIn) consumeLoginFlag(window.localStorage);
  }, [signedIn]);
  if (isPending) return <Skeleton className="size-11 rounded-full" />;
  if (user) return <AccountButton user={user} />;
  return (
    <>
      {localMode && <DevLoginButton />}
      {onLanding && claims !== 'closed' && (
        <Link to={pages.create()} className={`${buttonStyle('ghost')} max-sm:px-2!`}>
          Get Started
        </Link>
      )}
      <Button variant="primary" onClick={openSignIn}>
        Connect
      </Button>
    </>
  );
}
