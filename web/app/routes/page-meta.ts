import { useLayoutEffect } from 'react';
import { useSite } from '../../api/site.ts';

/** Where the title or description of a screen has the name of the site. */
export const SITE_NAME = '{site}';

/** Metadata of a screen, whose texts may contain SITE_NAME. */
export interface PageMeta {
  title: string;
  description: string;
  /** Source file of the screen; its chunks are preloaded. */
  module?: string;
  /** Excludes the screen from search engines. */
  hidden?: boolean;
}

/** Returns the document title, with the name of the site. */
export function fullTitle({ title }: PageMeta, site: string): string {
  return `${title.replaceAll(SITE_NAME, site)}${title.includes(SITE_NAME) ? '' : ` · ${site}`}`;
}

/** Returns the description with the name of the site. */
export function fullDescription({ description }: PageMeta, site: string): string {
  return description.replaceAll(SITE_NAME, site);
}

/**
 * Updates the document's title and description when the screen changes. Runs in a layout effect, so that an effect of
 * the screen can override both.
 */
export function usePageMeta(meta: PageMeta): void {
  const { name } = useSite();
  useLayoutEffect(() => {
    document.title = fullTitle(meta, name);
    document.querySelector('meta[name="description"]')?.setAttribute('content', fullDescription(meta, name));
  }, [meta, name]);
}
