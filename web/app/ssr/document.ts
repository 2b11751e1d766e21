import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { type AppInput, SOCIAL_IMAGE_HEIGHT, SOCIAL_IMAGE_WIDTH } from '../../../contract/documents.ts';
import { escapeHtml } from '../../../contract/escape-html.ts';
import { pages } from '../../../contract/paths.ts';
import { accentStyle } from '../../../contract/site/accent.ts';
import { fingerprint } from '../../../contract/site/fingerprint.ts';
import { siteFile, siteIcon } from '../../../contract/site/site-files.ts';
import { dataBlock } from '../../api/data-block.ts';
import themeScript from '../public/assets/theme.js?raw';
import { fullDescription, fullTitle, type PageMeta } from '../routes/page-meta.ts';
import { routeFiles } from './route-chunks.ts';

interface DocumentInput extends Omit<AppInput, 'url'> {
  meta: PageMeta;
  path: string;
  body: string;
}

/** Versioned by content: everything under /assets is cached forever. */
const THEME_SCRIPT = `/assets/theme.js?v=${fingerprint(themeScript)}`;

/** Returns the HTML document around the rendered body. */
export function appDocument({ site, assets, nonce, user, prices, meta, path, body }: DocumentInput): string {
  const title = escapeHtml(fullTitle(meta, site));
  const description = escapeHtml(fullDescription(meta, site));
  const name = escapeHtml(site.name);
  const canonicalUrl = escapeHtml(site.origin + path);
  const imageText = escapeHtml(`${site.name}: ${site.line ?? 'one short name, all of you'}`);
  const accent = accentStyle(site.accent);
  const route = routeFiles(meta.module);
  const styles = new Set([...assets.styles, ...route.styles]);
  const preloads = new Set([...assets.preloads, ...route.scripts].filter((href) => href !== assets.script));
  // The landing page loads the app on first use (web/app/load-on-intent.ts).
  const isLanding = path === pages.home() && user === null;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${title}</title><meta name="description" content="${description}">`,
    meta.hidden
      ? '<meta name="robots" content="noindex">'
      : `<link rel="canonical" href="${canonicalUrl}"><meta property="og:title" content="${title}">` +
        `<meta property="og:description" content="${description}"><meta property="og:url" content="${canonicalUrl}">` +
        '<meta property="og:type" content="website">' +
        `<meta property="og:site_name" content="${name}">` +
        `<meta property="og:image" content="${escapeHtml(site.origin + siteFile(site, pages.siteImage()))}">` +
        `<meta property="og:image:width" content="${SOCIAL_IMAGE_WIDTH}"><meta property="og:image:height" content="${SOCIAL_IMAGE_HEIGHT}">` +
        `<meta property="og:image:alt" content="${imageText}">` +
        '<meta name="twitter:card" content="summary_large_image">',
    `<meta name="theme-color" content="#0b0f1a"><link rel="icon" href="${siteIcon(site)}" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="${siteFile(site, '/apple-touch-icon.png')}">`,
    `<link rel="manifest" href="${siteFile(site, pages.manifest())}">`,
    `<script src="${THEME_SCRIPT}" nonce="${nonce}"></script>`,
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="${interUrl}">`,
    ...[...styles].map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    accent && `<style nonce="${nonce}">${accent}</style>`,
    // Low priority, so that styles and fonts load first and the page is readable early on a slow connection.
    ...(isLanding ? [] : [...preloads]).map(
      (href) => `<link rel="modulepreload" fetchpriority="low" href="${escapeHtml(href)}">`,
    ),
    dataBlock('site', site),
    ...(user === undefined ? [] : [dataBlock('user', user)]),
    ...(prices === undefined ? [] : [dataBlock('shown-prices', prices)]),
    ...(isLanding ? [dataBlock('app-files', [...preloads])] : []),
    `<script type="module" fetchpriority="low" src="${escapeHtml(assets.script)}" nonce="${nonce}"></script>`,
    `</head><body><div id="root">${body}</div></body></html>`,
  ].join('');
}
