import { getAdminSite, putAdminSite } from '../../../contract/site/site-document.ts';
import { getAdminSiteSettings } from '../../../contract/site/site-settings.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import type { Server } from '../../platform/http/server.ts';
import { changeSite, versionedSite } from './site-rules.ts';

/** Routes of the site's document: its name, look, texts, and who may claim a handle. */
export function adminSiteRoutes(app: Server, { config, db, clock, sessions }: App): void {
  const serve = callServer(app, sessions, 'Administration');
  serve(getAdminSite, { summary: 'Get the document of the site' }, async () => versionedSite(db));

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
      summary: 'Replace the document of the site',
      description: 'Takes what GET returned, with changes. Every process shows the new document within a second.',
    },
    async ({ account, body: { version: _version, ...document }, expected }) =>
      changeSite({ config, db, clock }, account, document, expected),
  );
}
