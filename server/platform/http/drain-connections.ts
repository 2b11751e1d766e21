import { once } from 'node:events';
import { Server as TcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '../with-timeout.ts';
import type { Server } from './server.ts';

/** Lets a proxy that requests `/healthz` every second, as in ops/Caddyfile, learn that this process is ending. */
const NOTICE_MS = 1500;
/** Lets a proxy use each of its idle connections once more and learn from the response that this is the last time. */
const DRAIN_MS = 1000;

/**
 * Makes `app` end without losing a request. At first it still accepts connections, but `/healthz` responds with 503.
 * Then it refuses new connections, which a proxy may always retry elsewhere, and keeps the open ones, whose responses
 * carry `Connection: close`, until all have ended or a second has passed. Node's own `close` ends idle connections
 * immediately: a write in transit from a proxy would be lost, and no proxy may repeat it.
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
