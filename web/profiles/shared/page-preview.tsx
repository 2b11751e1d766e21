import { memo, type Ref, useMemo, useRef } from 'react';
import type { PublicProfile } from '../../../contract/profiles/profiles.ts';
import { THEMES, type ThemeId } from '../../../contract/profiles/themes.ts';
import { useSite } from '../../api/site.ts';
import { useFont } from '../../public-page/fonts/use-font.ts';
import { pageStyle, styledParts } from '../../public-page/page-style.ts';
import { PublicPage } from '../../public-page/public-page.tsx';
import { useTheme } from '../../public-page/themes/use-theme.ts';
import { ErrorState } from '../../ui/message-state.tsx';
import { ShadowPage } from './shadow-page.tsx';

const ignoreClick = () => {};

interface PreviewProps {
  profile: PublicProfile;
  theme: ThemeId;
  ref?: Ref<HTMLDivElement>;
}

/**
 * The top of the public page on the upper half of a phone, 390 px wide and scaled to the frame. Half a phone keeps the
 * choices below it near.
 */
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
  /** The minimum height of the page in CSS pixels. */
  height: number;
  className?: string;
}

/** The public page of a profile. It is inert and exposed to assistive technology as one image. */
export function PageImage({ profile, theme, height, className }: PageImageProps) {
  const { Drawing, failures, busy, retry } = useTheme(theme);
  useFont(profile.look?.font);
  // The page stays in its last theme until the next one is downloaded.
  const drawn = useRef<PublicProfile>(undefined);
  if (Drawing) drawn.current = profile;
  const { host } = useSite();
  return (
    <>
      {failures > 0 && (
        <ErrorState
          message="This part could not be loaded. Check your connection and try again."
          onRetry={retry}
          busy={busy}
        />
      )}
      <div
        role="img"
        aria-label={`Preview of ${host}/${profile.username} in ${THEMES[theme].name}`}
        className={className}
      >
        {drawn.current && <InertPage profile={drawn.current} height={height} />}
      </div>
    </>
  );
}

const InertPage = memo(function InertPage({ profile, height }: { profile: PublicProfile; height: number }) {
  const site = useSite();
  const { themeConfig, template, blocks, look, bannerImage } = profile;
  // Most changes are to a text, on which the style does not depend.
  const features = JSON.stringify(blocks.map(styledParts));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `features` is what the style reads of the blocks
  const css = useMemo(
    () => `${pageStyle({ themeConfig, template, blocks, look, bannerImage })}.np{--height:${height}px}`,
    [themeConfig, template, features, look, bannerImage, height],
  );
  return (
    <div inert>
      <ShadowPage css={css} onFollow={ignoreClick}>
        <PublicPage profile={profile} site={site} />
      </ShadowPage>
    </div>
  );
});
