import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pages as paths } from '../../../contract/paths.ts';
import type { SiteIdentity } from '../../../contract/site/site-identity.ts';
import { DAY } from '../../../contract/time.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { App } from '../../platform/http/app-context.ts';
import { matchesIfNoneMatch, sendBytes } from '../../platform/http/cache/http-cache.ts';
import { SITE_FILES, siteFile } from '../../platform/http/pages/site-files.ts';
import type { Server } from '../../platform/http/server.ts';
import { sitemapFile, sitemapIndex } from './sitemap.ts';
import { sitemapEntries, sitemapFileList, sitemapVersion } from './sitemap-rules.ts';

const CACHE_HOUR = 'public, max-age=3600';
const CACHE_DAY = 'public, max-age=86400';
const XML = 'application/xml; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

/** Routes of robots.txt, the sitemap, security.txt and the icons. */
export function seoRoutes(app: Server, { db, site, clock }: App): void {
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

  for (const [path, type] of Object.entries(SITE_FILES)) {
    app.get(path, async (request, reply) => {
      const file = await siteFile(path);
      const bytes = path === paths.manifest() ? ownManifest(file, site) : file;
      return sendBytes(request, reply, { bytes, type, cacheControl: CACHE_DAY });
    });
  }
}

/** Returns the web app manifest with the name and the line of the site. */
function ownManifest(file: Buffer, { name, line }: SiteIdentity): Buffer {
  const manifest = JSON.parse(file.toString());
  const description = line ?? manifest.description;
  return Buffer.from(JSON.stringify({ ...manifest, description, name, short_name: name }));
}
