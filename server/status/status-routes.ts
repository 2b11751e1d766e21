import type { StatusView } from '../../contract/documents.ts';
import { pages as paths } from '../../contract/paths.ts';
import { MINUTE } from '../../contract/time.ts';
import { isUnreachable } from '../platform/db/database.ts';
import type { App } from '../platform/http/app-context.ts';
import { pageHeaders } from '../platform/http/pages/content-security-policy.ts';
import type { Server } from '../platform/http/server.ts';
import { readStatus } from './availability-rules.ts';

/** Route of the status page, without scripts. It is computed at most once a minute, however many people read it. */
export function statusRoutes(app: Server, { db, clock, site, pages }: App): void {
  let measured: { minute: number; view: Promise<StatusView> } | undefined;

  function currentStatus(): Promise<StatusView> {
    const minute = Math.floor(clock().getTime() / MINUTE);
    if (measured?.minute !== minute) {
      const view = readStatus(db, clock());
      const reading = { minute, view };
      measured = reading;
      // A failure is not cached.
      view.catch(() => {
        if (measured === reading) measured = undefined;
      });
    }
    return measured.view;
  }

  app.get(paths.status(), async (_request, reply) => {
    pageHeaders(reply, site);
    try {
      return reply.send(pages.statusPage(await currentStatus()));
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      const view = { isRunning: null, at: clock().toISOString(), roles: [] };
      return reply.status(503).header('retry-after', '30').send(pages.statusPage(view));
    }
  });
}
