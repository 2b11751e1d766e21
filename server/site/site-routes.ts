import { getSite } from '../../contract/site/site-document.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import type { Server } from '../platform/http/server.ts';

/** The route of what everyone may know about the site. */
export function siteRoutes(app: Server, { liveSite, sessions }: App): void {
  const serve = callServer(app, sessions, 'Site');
  serve(getSite, { summary: 'Get the name, the look and the rules of the site' }, async () => liveSite.current());
}
