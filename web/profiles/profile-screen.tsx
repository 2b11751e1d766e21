import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { DEFAULT_THEME, themeConfigOf } from '../../contract/profiles/themes.ts';
import { ApiError } from '../api/error.ts';
import { useSite } from '../api/site.ts';
import { useAvailability } from '../handles/shared/use-availability.ts';
import { useFont } from '../public-page/fonts/use-font.ts';
import { minifyCss } from '../public-page/minify-css.ts';
import noticeCss from '../public-page/notice.css?inline';
import { BASE, pageStyle } from '../public-page/page-style.ts';
import notFoundCss from '../public-page/profile-not-found.css?inline';
import { ProfileNotFound } from '../public-page/profile-not-found.tsx';
import { PublicPage } from '../public-page/public-page.tsx';
import restingCss from '../public-page/resting.css?inline';
import { Resting } from '../public-page/resting.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { profileQuery } from './profile-query.ts';
import { ShadowPage } from './shared/shadow-page.tsx';
import { WithTheme } from './shared/with-theme.tsx';

/** A profile inside the app. It renders the same page as the server does for a full load. */
export function ProfileScreen({ username }: { username: string | null }) {
  const site = useSite();
  const navigate = useNavigate();
  const follow = useCallback((path: string) => void navigate(path), [navigate]);
  const { data: profile, isPending, error } = useQuery(profileQuery(username));
  const isResting = error instanceof ApiError && error.code === 'handle_resting';

  useFont(profile?.look?.font);
  useEffect(() => {
    if (isPending) return;
    document.title = profile
      ? titleOf(profile.displayName, profile.username)
      : isResting
        ? 'This handle is resting'
        : 'Profile Not Found';
  }, [profile, isPending, isResting]);

  if (isPending && username !== null) return <ProfileSkeleton />;
  if (isResting) {
    return (
      <ShadowPage css={RESTING_STYLE} onFollow={follow}>
        <Resting username={username ?? ''} />
      </ShadowPage>
    );
  }
  return (
    <WithTheme template={profile?.template ?? DEFAULT_THEME} waiting={<ProfileSkeleton />}>
      {() =>
        profile ? (
          <ShadowPage css={pageStyle(profile)} onFollow={follow}>
            <PublicPage profile={profile} site={site} reportPage />
          </ShadowPage>
        ) : (
          <ShadowPage css={missingStyle()} onFollow={follow}>
            <MissingProfile username={username ?? ''} />
          </ShadowPage>
        )
      }
    </WithTheme>
  );
}

function MissingProfile({ username }: { username: string }) {
  const { state } = useAvailability(username.toLowerCase());
  return <ProfileNotFound username={username} free={state.status === 'available'} />;
}

function missingStyle(): string {
  const template = DEFAULT_THEME;
  const page = { themeConfig: themeConfigOf(template), template, blocks: [], look: null, bannerImage: null };
  return pageStyle(page) + minifyCss(noticeCss + notFoundCss);
}

const RESTING_STYLE = BASE + minifyCss(noticeCss + restingCss);

function titleOf(displayName: string | null, username: string): string {
  const name = displayName?.trim();
  return name && name !== username ? `${name} (${username})` : username;
}

const CARDS = Array.from({ length: 7 }, (_, index) => index);

/** The loading state, with the layout of a public page. */
function ProfileSkeleton() {
  return (
    <LoadingFrame>
      <Skeleton className="h-42 w-full rounded-none!" />
      <Skeleton className="mx-auto -mt-15 size-30 rounded-full! border-4 border-background" />
      <Skeleton className="mx-auto mt-4 h-7 w-44" />
      <Skeleton className="mx-auto mt-3 h-5 w-64 max-w-4/5" />
      <ul className="mt-8 grid gap-3 px-4">
        {CARDS.map((card) => (
          <li key={card}>
            <Skeleton className="h-16 w-full rounded-2xl!" />
          </li>
        ))}
      </ul>
    </LoadingFrame>
  );
}

function LoadingFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto min-h-dvh max-w-[440px] pb-10" aria-busy="true">
      <p role="status" className="sr-only">
        Loading profile
      </p>
      {children}
    </div>
  );
}
