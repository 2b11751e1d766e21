import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { pages } from '../../../contract/paths.ts';
import { DevLoginButton } from '../../accounts/dev-login-button.tsx';
import { useOpenSignIn } from '../../accounts/shared/sign-in.ts';
import { useSite } from '../../api/site.ts';
import { SiteBrand } from '../../site/shared/site-brand.tsx';
import { Button } from '../../ui/form/button.tsx';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { ThemeToggle } from '../../ui/theme/theme-toggle.tsx';

interface HeaderFrameProps {
  isSignedIn: boolean;
  /** The account menu or the sign-in button. */
  children: ReactNode;
}

/** The header around the account: logo and theme toggle. */
export function HeaderFrame({ isSignedIn, children }: HeaderFrameProps) {
  const site = useSite();
  const onLanding = useLocation().pathname === pages.home();
  // On phones the landing page shows Get Started, if it has it, instead of the name.
  const crowded = onLanding && !isSignedIn && site.claims !== 'closed';
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
        {children}
      </div>
    </header>
  );
}

/** The buttons of the header for visitors. */
export function VisitorButtons() {
  const openSignIn = useOpenSignIn();
  const { localMode, claims } = useSite();
  const onLanding = useLocation().pathname === pages.home();
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
