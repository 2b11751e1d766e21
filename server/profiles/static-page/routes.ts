import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { getPageFile } from '../../../contract/handles/handles.ts';
import { requireHandle } from '../../handle-access/handle-access.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { savingLimit } from '../../platform/http/guards/rate-limits.ts';
import { WEB_FILES } from '../../platform/http/pages/renderer.ts';
import type { Server } from '../../platform/http/server.ts';
import { sharedProfile } from '../rules.ts';
import type { SiteFiles } from '../site-files/site-files-rules.ts';
import { toStaticPage } from './static-page.ts';

/** Blocks that are left out because they need this server. */
const FORMS = new Set(['contact', 'subscribe']);

/** Route that downloads the whole page as one file. */
export function staticPageRoutes(
  app: Server,
  { db, clock, site, pages, storage, sessions, linkBlocklist }: App,
  siteFiles: Pick<SiteFiles, 'file'>,
): void {
  const context = { db, clock, isBlocked: (url: string) => linkBlocklist.has(url) };
  const files = {
    picture: (key: string) => storage.get(key),
    asset: (file: string) => readFile(path.join(WEB_FILES, file)).catch(() => null),
    icon: () => siteFiles.file('/favicon.svg'),
  };

  const serve = callServer(app, sessions, 'Handles');
  serve(
    getPageFile,
    {
      summary: 'Download the page as one file',
      description:
        'The page as visitors see it now, with embedded pictures and fonts and without its forms. Any web server can serve it.',
      limit: savingLimit,
    },
    async ({ target, reply }) => {
      const { handle } = await requireHandle(db, target);
      const found = await sharedProfile(context, handle);
      if (!found) {
        throw new ApiError('not_found', { message: 'This page is switched off. Switch it on, then download it.' });
      }
      const profile = { ...found.profile, blocks: found.profile.blocks.filter(({ type }) => !FORMS.has(type)) };
      const { html } = pages.renderer.renderPublicPage({
        site,
        profile,
        socialImage: found.socialImage?.hash,
        followLinks: true,
        countClicks: false,
        now: clock().getTime(),
      });
      return reply
        .type('text/html; charset=utf-8')
        .header('content-disposition', `attachment; filename="${handle}.html"`)
        .header('cache-control', 'no-store')
        .send(await toStaticPage(html, site.origin, files));
    },
  );
}
