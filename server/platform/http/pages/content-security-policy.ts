import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Site } from '../../../../contract/documents.ts';
import { accentStyle } from '../../../../contract/site/accent.ts';

const PAYPAL = 'https://*.paypal.com https://*.paypalobjects.com';

/** Returns a Content-Security-Policy (W3C CSP Level 3) that allows `directives` and nothing else. */
function contentSecurityPolicy(site: Site, directives: Record<string, string>): string {
  const all = {
    'default-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'object-src': "'none'",
    ...directives,
  };
  const text = Object.entries(all).map(([name, value]) => `${name} ${value}`);
  if (site.origin.startsWith('https:')) text.push('upgrade-insecure-requests');
  return text.join('; ');
}

/** Sets the headers of a document of the app, whose scripts and styles carry `nonce`. */
export function appHeaders(reply: FastifyReply, site: Site, nonce: string): void {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('cross-origin-opener-policy', 'same-origin-allow-popups')
    .header(
      'content-security-policy',
      contentSecurityPolicy(site, {
        'script-src': `'self' 'nonce-${nonce}' ${PAYPAL}`,
        'style-src': `'self' 'nonce-${nonce}'`,
        'img-src': "'self' data: blob: https:",
        'font-src': "'self'",
        'connect-src': `'self' ${PAYPAL}`,
        'frame-src': PAYPAL,
        'manifest-src': "'self'",
      }),
    );
}

/** Sets the headers of a document without scripts whose styles are our own files and the accent of the site. */
export function pageHeaders(reply: FastifyReply, site: Site): void {
  const accent = accentStyle(site.accent);
  const hash = accent && ` 'sha256-${createHash('sha256').update(accent).digest('base64')}'`;
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      contentSecurityPolicy(site, { 'style-src': `'self'${hash}`, 'img-src': "'self' data:", 'font-src': "'self'" }),
    );
}

/**
 * Sets the headers of an email that is shown as in mail programs: with inline styles and embedded pictures, but no scripts
 * and nothing to load. The sandbox gives it a separate origin.
 */
export function emailHeaders(reply: FastifyReply, site: Site): void {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      contentSecurityPolicy(site, {
        'style-src': "'unsafe-inline'",
        'img-src': 'data:',
        'form-action': "'none'",
        sandbox: 'allow-popups allow-popups-to-escape-sandbox',
      }),
    );
}

/**
 * Returns the policy of a public page: its style by hash, images from any https host, and forms and a font only if it has them.
 */
export function publicPagePolicy(site: Site, styleHash: string, { hasForms = false, hasFont = false } = {}): string {
  return contentSecurityPolicy(site, {
    'style-src': `'${styleHash.replaceAll("'", '')}'`,
    'img-src': "'self' data: https:",
    // The page runs no script, but audit tools fetch robots.txt under this policy.
    'connect-src': "'self'",
    ...(hasFont && { 'font-src': "'self'" }),
    'form-action': hasForms ? "'self'" : "'none'",
  });
}
