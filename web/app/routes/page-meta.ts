import { useLayoutEffect } from 'react';
import type { SiteIdentity } from '../../../contract/site/site-identity.ts';
import { useSite } from '../../api/site.ts';

/** Where the title or description of a screen has the name of the site. */
export const SITE_NAME = '{site}';

/** Metadata of a screen, whose texts may contain SITE_NAME. */
export interface PageMeta {
  title: string;
  description: string;
  /** The site's own line, if it has one, is the description. */
  isLine?: boolean;
  /** Source file of the screen; its chunks are preloaded. */
  module?: string;
  /** Excludes the screen from search engines. */
  hidden?: boolean;
}

/** Returns the document title, with the name of the site. */
export function fullTitle({ title }: PageMeta, { name }: SiteIdentity): string {
  return `${title.replaceAll(SITE_NAME, name)}${title.includes(SITE_NAME) ? '' : ` · ${name}`}`;
}

/** Returns the description, with the name or the line of the site. */
export function fullDescription({ description, isLine = false }: PageMeta, { name, line }: SiteIdentity): string {
  return isLine && line !== null ? line : description.replaceAll(SITE_NAME, name);
}

/**
 * Updates the document's title and description when the screen changes. Runs in a layout effect, so that an effect of
 * the screen can override both.
 */
export function usePageMeta(meta: PageMeta): void {
  const site = useSite();
  useLayoutEffect(() => {
    document.title = fullTitle(meta, site);
    document.querySelector('meta[name="description"]')?.setAttribute('content', fullDescription(meta, site));
  }, [meta, site]);
}
