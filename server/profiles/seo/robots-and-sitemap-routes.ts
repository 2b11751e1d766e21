import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pages as paths } from '../../../contract/paths.ts';
import { siteFilesVersion } from '../../../contract/site/site-files.ts';
import { DAY } from '../../../contract/time.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { App } from '../../platform/http/app-context.ts';
import { matchesIfNoneMatch, sendBytes } from '../../platform/http/cache/http-cache.ts';
import { SITE_FILES } from '../../platform/http/pages/site-files.ts';
import type { Server } from '../../platform/http/server.ts';
import type { SiteFiles } from '../site-files/site-files-rules.ts';
import { sitemapFile, sitemapIndex } from './sitemap.ts';
import { sitemapEntries, sitemapFileList, sitemapVersion } from './sitemap-rules.ts';

const CACHE_HOUR = 'public, max-age=3600';
const CACHE_DAY = 'public, max-age=86400';
const CACHE_FOREVER = 'public, max-age=31536000, immutable';
const REVALIDATE = 'public, no-cache';
const XML = 'application/xml; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

/** Routes of robots.txt, the sitemap, security.txt and the files of the site. */
export function seoRoutes(app: Server, { db, site, clock }: App, siteFiles: Pick<SiteFiles, 'file'>): void {
  // Each path ends with a slash, because "/app" would exclude every handle with this prefix.
  const robots = [
    'User-agent: *',
    ...['/app/', '/app$', '/api/', '/link/', '/dev/'].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${site.origin}${paths.sitemap()}`,
    '',
  ].join('\n');
  app.get(paths.robots(), async (request, reply) =>
    sendBytes(request, reply, { bytes: Buffer.from(robots), type: TEXT, cacheControl: CACHE_DAY }),
  );

  const sitemapFiles = sitemapFileList(db, clock);
  app.get(paths.sitemap(), async (request, reply) => {
    const files = await sitemapFiles();
    if (files.length === 1) return sendFile(request, reply, 1);
    const bytes = Buffer.from(sitemapIndex(site.origin, files));
    return sendBytes(request, reply, { bytes, type: XML, cacheControl: CACHE_HOUR });
  });

  const params = z.object({ file: z.coerce.number().int() });
  app.get('/sitemap-:file(^[1-9][0-9]{0,4}).xml', { schema: { params } }, async (request, reply) => {
    const { file } = request.params;
    if (!(await sitemapFiles()).includes(file)) throw new ApiError('not_found');
    return sendFile(request, reply, file);
  });

  async function sendFile(request: FastifyRequest, reply: FastifyReply, file: number): Promise<FastifyReply> {
    const now = clock();
    const etag = await sitemapVersion(db, file, now);
    reply.type(XML).header('cache-control', CACHE_HOUR).header('etag', etag);
    if (matchesIfNoneMatch(request, etag)) return reply.status(304).send();
    return reply.send(Readable.from(sitemapFile(site.origin, sitemapEntries(db, file, now))));
  }

  app.get(paths.securityContact(), async (request, reply) => {
    // Less than a year (RFC 9116 2.5.5), in whole days so that the response stays the same for a day.
    const expires = new Date(Math.floor(clock().getTime() / DAY) * DAY + 180 * DAY);
    const lines = [
      `Contact: mailto:postmaster@${site.mailDomain}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${site.origin}${paths.securityContact()}`,
      '',
    ];
    return sendBytes(request, reply, { bytes: Buffer.from(lines.join('\n')), type: TEXT, cacheControl: CACHE_DAY });
  });

  const querystring = z.object({ v: z.string().optional().catch(undefined) });
  for (const [path, type] of Object.entries(SITE_FILES)) {
    app.get(path, { schema: { querystring } }, async (request, reply) => {
      const bytes = await siteFiles.file(path);
      return sendBytes(request, reply, { bytes, type, cacheControl: caching(request.query.v) });
    });
  }

  /** A file of a document that can change is revalidated, except at the address of its version. */
  function caching(version: string | undefined): string {
    const current = siteFilesVersion(site);
    if (current === null) return CACHE_DAY;
    return version === current ? CACHE_FOREVER : REVALIDATE;
  }
}
