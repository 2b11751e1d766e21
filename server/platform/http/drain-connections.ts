import { once } from 'node:events';
import { Server as TcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '../with-timeout.ts';
import type { Server } from './server.ts';

/** For a proxy that asks for `/healthz` every second, as ops/Caddyfile does, to learn that this process ends. */
const NOTICE_MS = 1500;
/** For a proxy to use each of its idle connections once more, and to learn from the response that it is the last time. */
const DRAIN_MS = 1000;

/**
 * Makes `app` end without a request that is lost. First it still accepts connections, and `/healthz` responds with 503.
 * Then it refuses new ones, which a proxy may always repeat elsewhere, and leaves the open ones, whose responses carry
 * `Connection: close`, until all have ended or a second has passed. Node's own `close` ends idle connections at once: a write that a
 * proxy sends at that moment is lost, and no proxy may repeat it.
 */
export function drainConnections(app: Server): void {
  app.addHook('preClose', async () => {
    const { server } = app;
    if (!server.listening) return;
    await sleep(NOTICE_MS, undefined, { ref: false });
    const ended = once(server, 'close');
    TcpServer.prototype.close.call(server);
    await withTimeout(ended, DRAIN_MS, () => {});
  });
}
