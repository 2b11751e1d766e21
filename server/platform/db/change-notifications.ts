import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Logger } from '../log/log.ts';
import { withTimeout } from '../with-timeout.ts';

/** Delay before the next attempt after the connection was lost, and after notifications were not delivered. */
const RECONNECT_MS = 2000;
const RECONNECT_UNDELIVERED_MS = 30_000;
/** This connection only listens, and could die without an error, so it is tested at this interval. */
const TEST_INTERVAL_MS = 30_000;
const TIMEOUT_MS = 10_000;

/** The callback for the payload of a notification, by channel. */
export type Channels = Record<string, (payload: string) => void>;

export interface ListenOptions {
  /** Address of PostgreSQL itself, because a pooler may give the listening connection to other clients. */
  url: string;
  /** Sends the test notifications, as every other connection of the process would. */
  pool: Pick<pg.Pool, 'query'>;
  channels: Channels;
  /** Called when notifications start to arrive (true) or stop (false). Notifications while they are stopped are lost. */
  onGap: (listening: boolean) => void;
  log: Logger;
  timeoutMs?: number;
  /** The time between two tests of the delivery. */
  testEveryMs?: number;
}

/** Thrown if notifications are sent but do not arrive. */
class UndeliveredError extends Error {}

/**
 * Listens on channels of the database and reconnects after a loss. Delivery is tested at the start and periodically
 * with a notification sent over another connection, because a transaction pooler accepts LISTEN but delivers only to
 * the sending connection.
 */
export function listen(options: ListenOptions): { stop(): Promise<void> } {
  const { url, pool, channels, onGap, log, timeoutMs = TIMEOUT_MS, testEveryMs = TEST_INTERVAL_MS } = options;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let failure: 'lost' | 'undelivered' | undefined;

  function report(error: Error | undefined): void {
    const before = failure;
    failure = error instanceof UndeliveredError ? 'undelivered' : 'lost';
    // Repeated attempts fail in the same way; one log line is enough.
    if (failure === before) return;
    const fields = { err: error, channels: Object.keys(channels) };
    if (failure === 'undelivered') log.error({ event: 'database.notifications_undelivered', ...fields }, UNDELIVERED);
    else
      log.warn({ event: 'database.notifications_lost', ...fields }, 'lost the connection that receives notifications');
  }

  async function connect(): Promise<void> {
    const current = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: timeoutMs,
    });
    client = current;
    let lost = false;
    const echo = `echo_${randomUUID()}`;
    let echoed = () => {};
    const test = setInterval(() => {
      // The pool may be busy while the listening connection is alive. Only if that one is also dead is the connection lost.
      testDelivery(requireAlive).catch((error: Error) =>
        requireAlive()
          .then(() => error)
          .catch((dead: Error) => dead)
          .then(reconnect),
      );
    }, testEveryMs).unref();
    const requireAlive = async () => {
      await current.query('select 1');
    };
    const testDelivery = async (onSendFailure: (error: Error) => Promise<void>) => {
      const arrived = new Promise<boolean>((resolve) => {
        echoed = () => resolve(true);
      });
      try {
        await pool.query('select pg_notify($1, $2)', [echo, '']);
      } catch (error) {
        return onSendFailure(error as Error);
      }
      const inTime = await withTimeout(arrived, timeoutMs, () => false);
      if (!inTime) throw new UndeliveredError('A notification sent over another connection did not arrive');
    };
    const reconnect = (error?: Error) => {
      clearInterval(test);
      if (lost || stopped) return;
      lost = true;
      report(error);
      onGap(false);
      current.end().catch(() => {});
      timer = setTimeout(() => void connect(), failure === 'undelivered' ? RECONNECT_UNDELIVERED_MS : RECONNECT_MS);
    };
    current.on('error', reconnect);
    current.on('end', () => reconnect());
    current.on('notification', ({ channel, payload }) => {
      if (channel === echo) echoed();
      else channels[channel]?.(payload ?? '');
    });
    try {
      await current.connect();
      for (const channel of [echo, ...Object.keys(channels)])
        await current.query(`listen ${pg.escapeIdentifier(channel)}`);
      await testDelivery((error) => Promise.reject(error));
      if (failure) log.info({ event: 'database.notifications_back' }, 'notifications arrive again');
      failure = undefined;
      onGap(true);
    } catch (error) {
      reconnect(error as Error);
    }
  }

  void connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}

const UNDELIVERED =
  'database notifications do not arrive: DATABASE_URL seems to lead to a transaction pooler. Set DATABASE_DIRECT_URL to the ' +
  'address of PostgreSQL itself. Until then public pages may be up to 60 seconds old, and every recipient of an email costs ' +
  'a database query';
