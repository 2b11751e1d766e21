import { useEffect, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createPath, type Navigator, Router } from 'react-router';
import { pages } from '../../../../contract/paths.ts';
import { accentStyle } from '../../../../contract/site/accent.ts';
import type { SitePreviewProps } from '../../../admin/site/preview-context.ts';
import { LandingPage } from '../../../marketing/landing/landing-page.tsx';
import { usePrices } from '../../../payments/shared/prices.ts';
import { HeaderFrame, VisitorButtons } from '../../shell/header-frame.tsx';
import { createAppQueryClient, Providers } from '../../shell/providers.tsx';

/** The styles of the app: files, or elements of the development server. */
const STYLES = 'link[rel=stylesheet], style[data-vite-dev-id]';

/** Selectors of the parts of the page. */
const PLACES: Record<NonNullable<SitePreviewProps['part']>, string> = {
  hero: 'main section',
  features: 'section[aria-label]',
  sample: 'section:has(#example-title)',
  steps: '#how-it-works',
  benefits: '#benefits',
  pricing: '#pricing',
  faq: '#faq',
  final: 'section:has(#final-title)',
  footer: 'footer',
};

/** The height of the header, which covers what scrolls below it. */
const HEADER_HEIGHT = 64;

const ignore = () => {};

/** Links of the page lead nowhere. A MemoryRouter would add half a kB to the script of every screen. */
const NOWHERE: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  go: ignore,
  push: ignore,
  replace: ignore,
};

/**
 * Draws the landing page of a site with its header, as a visitor sees it, into another document. It has a root of its own,
 * because it needs its own router. Nothing in it reacts.
 */
export function SitePreview({ site, theme, part, document: target }: SitePreviewProps) {
  const prices = usePrices();
  const [client] = useState(() => createAppQueryClient(null));
  const root = useRef<Root>(null);
  const [isStyled, setStyled] = useState(false);

  useEffect(() => {
    const page = target.createElement('div');
    page.inert = true;
    page.hidden = true;
    void copyStyles(target).then(() => {
      page.hidden = false;
      setStyled(true);
    });
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
        <Router location={pages.home()} navigator={NOWHERE}>
          <HeaderFrame isSignedIn={false}>
            <VisitorButtons />
          </HeaderFrame>
          <main>
            <LandingPage onConnect={ignore} prices={prices} site={site} />
          </main>
          <ScrollTo
            part={part}
            isShown={isStyled && (part === 'footer' || Boolean(part && site.landing[part]))}
            target={target}
          />
        </Router>
      </Providers>,
    );
  });
  return null;
}

/** Copies the styles of the app into another document, and waits until they are loaded. */
async function copyStyles(target: Document): Promise<void> {
  const copies = [...document.querySelectorAll(STYLES)].map((style) => target.importNode(style, true));
  target.head.append(...copies);
  const loading = copies.filter((copy) => copy.nodeName === 'LINK');
  await Promise.all(
    loading.map(
      (copy) =>
        new Promise((resolve) => {
          copy.addEventListener('load', resolve);
          copy.addEventListener('error', resolve);
        }),
    ),
  );
}

interface ScrollToProps {
  part: SitePreviewProps['part'];
  isShown: boolean;
  target: Document;
}

/** Scrolls to a part of the page once it is drawn. */
function ScrollTo({ part, isShown, target }: ScrollToProps) {
  useEffect(() => {
    const place = part && isShown ? target.querySelector(PLACES[part]) : null;
    const view = target.defaultView;
    // scrollIntoView would scroll the page around the frame as well.
    if (place && view) view.scrollTo({ top: view.scrollY + place.getBoundingClientRect().top - HEADER_HEIGHT });
  }, [part, isShown, target]);
  return null;
}
