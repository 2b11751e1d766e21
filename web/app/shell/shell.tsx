import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { SignInProvider } from '../../accounts/shared/sign-in.ts';
import { classNames } from '../../ui/class-names.ts';
import { dialogOnDemand } from '../../ui/dialog/dialog-on-demand.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { ToastHost } from '../../ui/toast/toast-host.tsx';
import { useScreen, useScreenLoading } from '../navigation/load-screen.ts';
import { useScrollPosition } from '../navigation/scroll-position.ts';
import { usePageMeta } from '../routes/page-meta.ts';
import { ScreenErrorBoundary } from '../routes/route-error.tsx';
import { type Screen, screenAt } from '../routes/routes.tsx';
import { Header } from './header.tsx';

const SignInDialog = dialogOnDemand(async () => (await import('./sign-in-dialog.tsx')).SignInDialog);

/** The frame of every screen: header, main element, sign-in dialog and toasts. */
export function Shell() {
  return (
    <ScreenErrorBoundary locationKey={useLocation().key}>
      {/* Links navigate in a transition: the current screen stays until the next one is loaded. */}
      <Suspense fallback={<PageSpinner label="Loading" />}>
        <Frame />
      </Suspense>
    </ScreenErrorBoundary>
  );
}

function Frame() {
  const { pathname, key } = useLocation();
  const screen = screenAt(pathname);
  const [signingIn, setSigningIn] = useState(false);
  const openSignIn = useCallback(() => setSigningIn(true), []);
  const main = useRef<HTMLDivElement>(null);
  usePageMeta(screen.meta);
  useFocusOnNavigation(main);
  useScrollPosition();
  // A bare screen has its own main element.
  const Main = screen.bare ? 'div' : 'main';

  return (
    <SignInProvider value={openSignIn}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-text px-4 py-3 font-semibold text-background focus:translate-y-0"
      >
        Skip to content
      </a>
      <NavigationProgress />
      {!screen.bare && <Header />}
      <Main id="main" ref={main} tabIndex={-1} className="outline-none">
        <ScreenErrorBoundary locationKey={key}>
          <CurrentScreen screen={screen} />
        </ScreenErrorBoundary>
      </Main>
      <SignInDialog open={signingIn} onClose={() => setSigningIn(false)} />
      <ToastHost />
    </SignInProvider>
  );
}

/** Suspends while the code of the screen is loading; the header stays, even if loading fails. */
function CurrentScreen({ screen }: { screen: Screen }) {
  const Component = useScreen(screen);
  return <Component />;
}

/** A thin progress line at the top while the next screen is loading. */
function NavigationProgress() {
  const busy = useScreenLoading();
  return (
    <div
      aria-hidden
      className={classNames(
        'fixed inset-x-0 top-0 z-50 h-0.5 bg-linear-to-r from-cyan to-magenta transition-opacity delay-150 duration-150',
        busy ? 'animate-shimmer opacity-100' : 'opacity-0',
      )}
    />
  );
}

/** Moves the focus to the new screen, as a browser does on a full page load. */
function useFocusOnNavigation(main: React.RefObject<HTMLDivElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // The screen may have focused one of its fields.
    if (main.current?.contains(document.activeElement)) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}
