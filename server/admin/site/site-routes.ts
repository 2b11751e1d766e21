import { getAdminSite, putAdminSite } from '../../../contract/site/site-document.ts';
import { getAdminSiteSettings } from '../../../contract/site/site-settings.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import type { Server } from '../../platform/http/server.ts';
import { changeSite, versionedSite } from './site-rules.ts';

/** Three legal texts of the longest kind, with room for escapes, and the rest of the document. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** Routes of the site's document: its name, look, texts, and who may claim a handle. */
export function adminSiteRoutes(app: Server, { config, db, clock, sessions }: App): void {
  const serve = callServer(app, sessions, 'Administration');
  serve(getAdminSite, { summary: 'Get the document of the site' }, async () => versionedSite(db, clock()));

  serve(
    getAdminSiteSettings,
    {
      summary: 'Get the settings that win over the document of the site',
      description: 'Lists those that the environment sets. A default does not win.',
    },
    async () => ({ settings: config.siteSettings }),
  );

  serve(
    putAdminSite,
    {
      bodyLimit: MAX_BODY_BYTES,
      summary: 'Replace the document of the site',
      description:
        'Takes what GET returned, with changes. Every process shows the new document within a second. Legal texts that differ get a version, which holds from the day `from`.',
    },
    async ({ account, body: { version: _version, ...document }, query: { from }, expected }) =>
      changeSite({ config, db, clock }, account, document, { expected, from }),
  );
}
