import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { pages } from '../../../contract/paths.ts';
import { useCurrentUser } from '../../accounts/current-user.ts';
import { consumeLoginFlag } from '../../accounts/shared/login-flag.ts';
import { useOpenSignIn } from '../../accounts/shared/sign-in.ts';
import { useSite } from '../../api/site.ts';
import { LandingPage } from '../../marketing/landing-page.tsx';
import { usePrices } from '../../payments/shared/prices.ts';
import { PageSpinner } from '../../ui/spinner.tsx';

/** `/`: the landing page for visitors; people who are signed in go on to their handles. */
export function LandingRoute() {
  const { data: user, isPending } = useCurrentUser();
  const [query, setQuery] = useSearchParams();
  const openSignIn = useOpenSignIn();
  const prices = usePrices();
  const site = useSite();
  const asked = query.has('login');
  const signedIn = Boolean(user);

  useEffect(() => {
    const flagged = consumeLoginFlag(window.localStorage);
    if (asked) setQuery({}, { replace: true });
    if ((asked || flagged) && !signedIn) openSignIn();
  }, [asked, signedIn, setQuery, openSignIn]);

  if (isPending) return <PageSpinner label="Loading" />;
  if (user) return <Navigate to={pages.manage()} replace />;
  return <LandingPage onConnect={openSignIn} prices={prices} site={site} />;
}
