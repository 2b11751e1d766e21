import { fingerprint } from './fingerprint.ts';
import { PRODUCT } from './product.ts';
import type { SiteIdentity } from './site-identity.ts';

/** Returns whether a site has a mark of its own: a picture, or the initial of its name in its colours. */
export function hasOwnMark({ name, accent, logo, icon }: SiteIdentity): boolean {
  return name !== PRODUCT || accent !== null || logo !== null || icon !== null;
}

/**
 * Returns the version of the files that the server makes for the site: icons, manifest and sharing image. Null for a site
 * that has the standard files.
 */
export function siteFilesVersion(site: SiteIdentity): string | null {
  const { name, line, accent, logo, icon } = site;
  if (line === null && !hasOwnMark(site)) return null;
  return fingerprint(JSON.stringify([name, line, accent, logo, icon]));
}

/** Returns the address of one of these files, which changes with the document of the site. */
export function siteFile(site: SiteIdentity, path: string): string {
  const version = siteFilesVersion(site);
  return version === null ? path : `${path}?v=${version}`;
}

/** Returns the address of the icon that documents link to. */
export function siteIcon(site: SiteIdentity): string {
  return siteFilesVersion(site) === null ? '/assets/icon.svg' : siteFile(site, '/favicon.svg');
}
