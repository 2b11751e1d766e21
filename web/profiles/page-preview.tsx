import { type Ref, useEffect } from 'react';
import type { PublicProfile } from '../../contract/profiles/profiles.ts';
import { THEMES, type ThemeId } from '../../contract/profiles/themes.ts';
import { useSite } from '../api/site.ts';
import { loadFont } from '../public-page/fonts/load-font.ts';
import { pageStyle } from '../public-page/page-style.ts';
import { PublicPage } from '../public-page/public-page.tsx';
import { ShadowPage } from './shadow-page.tsx';

/** The page is rendered 390 px wide, as on a phone, and scaled to the frame. */
const SCREEN = '.np{--height:736px}';
const ignoreClick = () => {};

/** A preview of the public page on a phone. It is inert and exposed to assistive technology as one image. */
export function PagePreview({
  profile,
  theme,
  ref,
}: {
  profile: PublicProfile;
  theme: ThemeId;
  ref: Ref<HTMLDivElement>;
}) {
  const site = useSite();
  const font = profile.look?.font;
  useEffect(() => {
    if (font) loadFont(font);
  }, [font]);
  return (
    <div
      ref={ref}
      role="img"
      aria-label={`Preview of ${site.host}/${profile.username} in ${THEMES[theme].name}`}
      className="mx-auto w-fit scroll-my-4 rounded-[2.25rem] bg-ink p-2 shadow-float ring-1 ring-border"
    >
      <div className="h-[452px] w-[240px] overflow-hidden rounded-[1.75rem] lg:h-[566px] lg:w-[300px]" inert>
        <div className="w-[390px] origin-top-left scale-[calc(240/390)] lg:scale-[calc(300/390)]">
          <ShadowPage css={pageStyle(profile) + SCREEN} onFollow={ignoreClick}>
            <PublicPage profile={profile} site={site} />
          </ShadowPage>
        </div>
      </div>
    </div>
  );
}
