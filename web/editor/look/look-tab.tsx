import { useRef } from 'react';
import type { ThemeId } from '../../../contract/profiles/themes.ts';
import { PagePreview } from '../../profiles/shared/page-preview.tsx';
import { lookOf } from '../shared/draft.ts';
import { useEditor } from '../shared/editor-context.ts';
import { useIsWide } from '../shared/use-is-wide.ts';
import { usePreviewed } from '../shared/use-previewed.ts';
import { LookControls } from './look-controls.tsx';
import { ThemeGrid } from './theme-grid.tsx';

/** The look of a page: its theme, and the choices that override it. */
export function LookTab() {
  const { base, draft, store } = useEditor();
  const isWide = useIsWide();
  const phone = useRef<HTMLDivElement>(null);

  function choose(template: ThemeId) {
    store.edit('theme', { template });
    const isMotionReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    // Scrolling keeps the focus on the card, so that the arrow keys continue to work.
    phone.current?.scrollIntoView({ behavior: isMotionReduced ? 'auto' : 'smooth', block: 'nearest' });
  }

  return (
    <>
      {/* On wide screens, the page is shown beside the form on all tabs. */}
      {!isWide && (
        <section aria-label="Live preview" className="mb-8">
          <SmallPreview ref={phone} />
        </section>
      )}
      <ThemeGrid chosen={draft.template} saved={lookOf(base.look).template} onChoose={choose} />
      <LookControls />
    </>
  );
}

function SmallPreview({ ref }: { ref: React.Ref<HTMLDivElement> }) {
  const { profile, theme } = usePreviewed();
  return <PagePreview ref={ref} theme={theme} profile={profile} />;
}
