import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { pages } from '../../../contract/paths.ts';
import { useCurrentUser } from '../../accounts/current-user.ts';
import { consumeLoginFlag } from '../../accounts/shared/login-flag.ts';
import { useOpenSignIn } from '../../accounts/shared/sign-in.ts';
import { useSite } from '../../api/site.ts';
import { LandingPage } from '../../marketing/landing/landing-page.tsx';
import { usePrices } from '../../payments/shared/prices.ts';
import { PageSpinner } from '../../ui/spinner.tsx';

/** `/`: the landing page; signed-in users are redirected to their handles. */
export function LandingRoute() {
  const { data: user, isPending } = useCurrentUser();
  const [query, setQuery] = useSearchParams();
  const openSignIn = useOpenSignIn();
  const prices = usePrices();
  const site = useSite();
  const loginRequested = query.has('login');
  const signedIn = Boolean(user);

  useEffect(() => {
    const hasLoginFlag = consumeLoginFlag(window.localStorage);
    if (loginRequested) setQuery({}, { replace: true });
    if ((loginRequested || hasLoginFlag) && !signedIn) openSignIn();
  }, [loginRequested, signedIn, setQuery, openSignIn]);

  if (isPending) return <PageSpinner label="Loading" />;
  if (user) return <Navigate to={pages.manage()} replace />;
  return <LandingPage onConnect={openSignIn} prices={prices} site={site} />;
}
