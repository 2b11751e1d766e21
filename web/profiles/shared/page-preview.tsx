import { type Ref, useEffect } from 'react';
import type { PublicProfile } from '../../../contract/profiles/profiles.ts';
import { THEMES, type ThemeId } from '../../../contract/profiles/themes.ts';
import { useSite } from '../../api/site.ts';
import { loadFont } from '../../public-page/fonts/load-font.ts';
import { pageStyle } from '../../public-page/page-style.ts';
import { PublicPage } from '../../public-page/public-page.tsx';
import { ShadowPage } from './shadow-page.tsx';

const ignoreClick = () => {};

interface PreviewProps {
  profile: PublicProfile;
  theme: ThemeId;
  ref?: Ref<HTMLDivElement>;
}

/** The top of the public page on the upper half of a phone: 390 px wide and scaled to the frame, so that what is chosen below is near. */
export function PagePreview({ profile, theme, ref }: PreviewProps) {
  return (
    <div
      ref={ref}
      className="mx-auto w-fit scroll-my-4 rounded-t-[2.25rem] bg-ink p-2 pb-0 shadow-float ring-1 ring-border"
    >
      <PageImage
        profile={profile}
        theme={theme}
        height={736}
        className="h-[280px] w-[240px] overflow-hidden rounded-t-[1.75rem] *:w-[390px] *:origin-top-left *:scale-[calc(240/390)]"
      />
    </div>
  );
}

interface PageImageProps extends PreviewProps {
  /** The least height of the page in CSS pixels. */
  height: number;
  className?: string;
}

/** The public page of a profile. It is inert and exposed to assistive technology as one image. */
export function PageImage({ profile, theme, height, className }: PageImageProps) {
  const site = useSite();
  const font = profile.look?.font;
  useEffect(() => {
    if (font) loadFont(font);
  }, [font]);
  return (
    <div
      role="img"
      aria-label={`Preview of ${site.host}/${profile.username} in ${THEMES[theme].name}`}
      className={className}
    >
      <div inert>
        <ShadowPage css={`${pageStyle(profile)}.np{--height:${height}px}`} onFollow={ignoreClick}>
          <PublicPage profile={profile} site={site} />
        </ShadowPage>
      </div>
    </div>
  );
}
