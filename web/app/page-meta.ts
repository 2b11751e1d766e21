import { useEffect } from 'react';
import { type UIMatch, useMatches } from 'react-router';

/** What a route says about itself; stands as its `handle`. */
export interface PageMeta {
  title: string;
  description: string;
  /** Source file of the route's screen, by which its chunks are found for preloading. */
  module?: string;
  /** Signed-in screens and errors have no place in search engines. */
  hidden?: boolean;
}

const PRODUCT = 'Nameplate';

/** The title as browsers show it. */
export function fullTitle(meta: PageMeta): string {
  return meta.title.includes(PRODUCT) ? meta.title : `${meta.title} · ${PRODUCT}`;
}

/** The innermost route's words. */
export function metaOf(matches: readonly { handle?: unknown }[]): PageMeta {
  const found = matches.findLast((match) => match.handle)?.handle;
  return (found as PageMeta | undefined) ?? { title: PRODUCT, description: '' };
}

/** Keeps the document's title and description in step with the route; the server wrote the first ones. */
export function usePageMeta(): void {
  const meta = metaOf(useMatches() as UIMatch[]);
  useEffect(() => {
    document.title = fullTitle(meta);
    document.querySelector('meta[name="description"]')?.setAttribute('content', meta.description);
  }, [meta]);
}
