import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

interface ShadowPageProps {
  /** The complete style of the page, isolated from the app by the shadow root. */
  css: string;
  /** Called for a click on a link to a path of this site. */
  onFollow: (path: string) => void;
  /** Hides the page from everything but the eye, for a picture of it. */
  isPicture?: boolean;
  children: ReactNode;
}

/** Renders a public page inside the app in a shadow root. */
export function ShadowPage({ css, onFollow, isPicture = false, children }: ShadowPageProps) {
  const host = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot | null>(null);

  useLayoutEffect(() => {
    const element = host.current;
    if (element) setRoot(element.shadowRoot ?? element.attachShadow({ mode: isPicture ? 'closed' : 'open' }));
    // A closed root cannot be attached or found again, and never needs to be.
  }, [isPicture]);
  useLayoutEffect(() => {
    if (!root) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
  }, [root, css]);
  useLayoutEffect(() => {
    const follow = (event: Event) => {
      const path = event instanceof MouseEvent && pathToFollow(event);
      if (!path) return;
      event.preventDefault();
      onFollow(path);
    };
    root?.addEventListener('click', follow);
    return () => root?.removeEventListener('click', follow);
  }, [root, onFollow]);

  return <div ref={host}>{root && createPortal(children, root)}</div>;
}

/** Returns the path of a plain click on a link of this site; null if the browser must handle the click. */
function pathToFollow(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.composedPath().find((element) => element instanceof HTMLAnchorElement);
  // The browser handles downloads and links with a target.
  if (!link || link.target || link.hasAttribute('download') || link.origin !== window.location.origin) return null;
  return link.pathname + link.search + link.hash;
}
