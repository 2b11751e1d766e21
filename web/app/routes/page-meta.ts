import { useLayoutEffect } from 'react';

/** Metadata of a screen. */
export interface PageMeta {
  title: string;
  description: string;
  /** Source file of the screen; its chunks are preloaded. */
  module?: string;
  /** Excludes the screen from search engines. */
  hidden?: boolean;
}

const PRODUCT = 'Nameplate';

/** Returns the document title, with the product name. */
export function fullTitle(meta: PageMeta): string {
  return meta.title.includes(PRODUCT) ? meta.title : `${meta.title} · ${PRODUCT}`;
}

/**
 * Updates the document's title and description when the screen changes. Runs in a layout effect, so that an effect of
 * the screen can override both.
 */
export function usePageMeta(meta: PageMeta): void {
  useLayoutEffect(() => {
    document.title = fullTitle(meta);
    document.querySelector('meta[name="description"]')?.setAttribute('content', meta.description);
  }, [meta]);
}
