import { useLayoutEffect } from 'react';

/** What a screen says about itself. */
export interface PageMeta {
  title: string;
  description: string;
  /** Source file of the screen, by which its chunks are found for preloading. */
  module?: string;
  /** Signed-in screens and errors have no place in search engines. */
  hidden?: boolean;
}

const PRODUCT = 'Nameplate';

/** The title as browsers show it. */
export function fullTitle(meta: PageMeta): string {
  return meta.title.includes(PRODUCT) ? meta.title : `${meta.title} · ${PRODUCT}`;
}

/**
 * Keeps the document's title and description in step with the screen; the server wrote the first ones. Before other
 * effects, so that a screen may say it better.
 */
export function usePageMeta(meta: PageMeta): void {
  useLayoutEffect(() => {
    document.title = fullTitle(meta);
    document.querySelector('meta[name="description"]')?.setAttribute('content', meta.description);
  }, [meta]);
}
