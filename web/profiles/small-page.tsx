import { useQuery } from '@tanstack/react-query';
import { useSite } from '../api/site.ts';
import { useFont } from '../public-page/fonts/use-font.ts';
import { pageStyle } from '../public-page/page-style.ts';
import { PublicPage } from '../public-page/public-page.tsx';
import { profileQuery } from './profile-query.ts';
import { ShadowPage } from './shared/shadow-page.tsx';
import { WithTheme } from './shared/with-theme.tsx';

/** The page is rendered 390 px wide, as on a phone, and scaled to the frame. */
const SCREEN = '.np{--height:648px}';
const ignoreClick = () => {};

/** A small view of the live page of a handle. It is inert and exposed to assistive technology as one image. */
export function SmallPage({ username }: { username: string }) {
  const site = useSite();
  const { data: profile } = useQuery({ ...profileQuery(username), staleTime: 0 });
  useFont(profile?.look?.font);
  return (
    <div
      role="img"
      aria-label={`Your page ${site.host}/${username} as it is now`}
      className="h-70 w-43 overflow-hidden rounded-2xl border-4 border-ink bg-muted shadow-float ring-1 ring-border"
    >
      {profile && (
        <div className="w-[390px] origin-top-left scale-[calc(164/390)]" inert>
          <WithTheme template={profile.template}>
            {() => (
              <ShadowPage css={pageStyle(profile) + SCREEN} onFollow={ignoreClick} isPicture>
                <PublicPage profile={profile} site={site} />
              </ShadowPage>
            )}
          </WithTheme>
        </div>
      )}
    </div>
  );
}
