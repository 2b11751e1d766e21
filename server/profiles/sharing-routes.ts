import { z } from 'zod';
import { pages as paths } from '../../contract/paths.ts';
import { QR_COLOURS } from '../../contract/profiles/sharing-paths.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { sendBytes } from '../platform/http/cache/http-cache.ts';
import type { Server } from '../platform/http/server.ts';
import { qrPng, qrSvg } from './qr-code.ts';
import { qrColours } from './qr-colours.ts';
import { type SharedProfile, sharedProfile } from './rules.ts';
import type { SiteFiles } from './site-files/site-files-rules.ts';
import { vcardOf } from './vcard.ts';

const params = z.object({ username: z.string() });
/** Any other value means black on white, so that a mistyped address still leads to a code. */
const qrQuery = z.object({ colours: z.literal(QR_COLOURS).optional().catch(undefined) });
const FOREVER = 'public, max-age=31536000, immutable';
/** Caches must revalidate each time, because these files disappear with the page. */
const REVALIDATE = 'public, no-cache';

/** Routes of the QR code, the vCard and the sharing image of a page. */
export function sharingRoutes(
  app: Server,
  { db, clock, site, storage, linkBlocklist }: App,
  siteFiles: Pick<SiteFiles, 'file'>,
): void {
  const context = { db, clock, isBlocked: (url: string) => linkBlocklist.has(url) };
  async function require(username: string): Promise<SharedProfile> {
    const found = await sharedProfile(context, username);
    if (!found) throw new ApiError('not_found');
    return found;
  }
  const addressOf = ({ profile }: SharedProfile) => `${site.origin}${paths.profile(profile.username)}`;
  const coloursOf = ({ profile }: SharedProfile, { colours }: z.infer<typeof qrQuery>) => colours && qrColours(profile);

  app.get('/:username/qr.svg', { schema: { params, querystring: qrQuery } }, async (request, reply) => {
    const found = await require(request.params.username);
    const bytes = qrSvg(addressOf(found), coloursOf(found, request.query));
    return sendBytes(request, reply, { bytes, type: 'image/svg+xml', cacheControl: REVALIDATE });
  });

  app.get('/:username/qr.png', { schema: { params, querystring: qrQuery } }, async (request, reply) => {
    const found = await require(request.params.username);
    const bytes = qrPng(addressOf(found), coloursOf(found, request.query));
    return sendBytes(request, reply, { bytes, type: 'image/png', cacheControl: REVALIDATE });
  });

  app.get('/:username/card.vcf', { schema: { params } }, async (request, reply) => {
    const { profile } = await require(request.params.username);
    reply.header('content-disposition', `attachment; filename="${profile.username}.vcf"`);
    const bytes = Buffer.from(vcardOf(profile, site));
    return sendBytes(request, reply, { bytes, type: 'text/vcard; charset=utf-8', cacheControl: REVALIDATE });
  });

  // A job draws the image after each change. The version in the address only distinguishes cache entries.
  app.get(
    '/:username/card.png',
    { schema: { params, querystring: z.object({ v: z.string().optional() }) } },
    async (request, reply) => {
      const { socialImage } = await require(request.params.username);
      const drawn = socialImage && (await storage.get(socialImage.key));
      const bytes = drawn ?? (await siteFiles.file(paths.siteImage()));
      const cacheControl = drawn && request.query.v === socialImage.hash ? FOREVER : REVALIDATE;
      return sendBytes(request, reply, { bytes, type: 'image/png', cacheControl });
    },
  );
}
