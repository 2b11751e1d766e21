import { useEffect, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { accentStyle } from '../../../../contract/site/accent.ts';
import type { SitePreviewProps } from '../../../admin/site/preview-context.ts';
import { LandingPage } from '../../../marketing/landing/landing-page.tsx';
import { usePrices } from '../../../payments/shared/prices.ts';
import { HeaderFrame, VisitorButtons } from '../../shell/header-frame.tsx';
import { createAppQueryClient, Providers } from '../../shell/providers.tsx';

/** The styles of the app: files, or elements of the development server. */
const STYLES = 'link[rel=stylesheet], style[data-vite-dev-id]';

const ignore = () => {};

/**
 * Draws the landing page of a site with its header, as a visitor sees it, into another document. It has a root of its own,
 * because it needs its own router. Nothing in it reacts.
 */
export function SitePreview({ site, theme, document: target }: SitePreviewProps) {
  const prices = usePrices();
  const [client] = useState(() => createAppQueryClient(null));
  const root = useRef<Root>(null);

  useEffect(() => {
    for (const style of document.querySelectorAll(STYLES)) target.head.append(target.importNode(style, true));
    const page = target.createElement('div');
    page.inert = true;
    target.body.append(page);
    const created = createRoot(page);
    root.current = created;
    return () => {
      // React refuses to unmount a root while it renders another one.
      queueMicrotask(() => created.unmount());
      target.head.replaceChildren();
      page.remove();
    };
  }, [target]);

  useEffect(() => {
    target.documentElement.classList.toggle('dark', theme === 'dark');
  }, [target, theme]);

  useEffect(() => {
    const view = target.defaultView as (Window & typeof globalThis) | null;
    if (!view) return;
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(accentStyle(site.accent));
    target.adoptedStyleSheets = [sheet];
  }, [target, site.accent]);

  useEffect(() => {
    root.current?.render(
      <Providers site={site} prices={prices} client={client}>
        <MemoryRouter>
          <HeaderFrame isSignedIn={false}>
            <VisitorButtons />
          </HeaderFrame>
          <main>
            <LandingPage onConnect={ignore} prices={prices} site={site} />
          </main>
        </MemoryRouter>
      </Providers>,
    );
  });
  return null;
}
