import { PageImage } from '../../profiles/shared/page-preview.tsx';
import { usePreviewed } from '../shared/use-previewed.ts';

/** The page as it will be, on a phone whose screen is 360 px wide. The screen scrolls and is inert otherwise. */
export function Phone() {
  const { profile, theme } = usePreviewed();
  return (
    <div className="rounded-[2.75rem] bg-ink p-2.5 shadow-float ring-1 ring-border">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Live preview"
        className="h-[min(700px,calc(100dvh-7.75rem))] w-90 overflow-y-auto overscroll-contain rounded-[2.125rem] [scrollbar-width:none] [&::-webkit-scrollbar]:hidden"
      >
        <PageImage profile={profile} theme={theme} height={700} />
      </section>
    </div>
  );
}
