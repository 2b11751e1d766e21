import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log/log.ts';

/** Milliseconds until the next attempt after the connection was lost, and after notifications did not come through. */
const RECONNECT_AFTER = 2000;
const RECONNECT_UNDELIVERED_AFTER = 30_000;
/** A connection can go dead without an error, and this one only listens: it is tried this often, in milliseconds. */
const TRY_EVERY = 20_000;
const ANSWER_WITHIN = 10_000;

/** What is called with the payload of a notification, by channel. */
export type Channels = Record<string, (payload: string) => void>;

export interface ListenOptions {
  /** Of PostgreSQL itself: notifications come to one connection, which a pooler may hand to others. */
  url: string;
  /** Sends the notifications of the trial, as every other connection of the process would. */
  pool: Pick<pg.Pool, 'query'>;
  channels: Channels;
  /** Called each time notifications begin to arrive (true) or cease to (false): those before and after are missed. */
  onGap: (listening: boolean) => void;
  log: Logger;
  answerWithin?: number;
}

/** Notifications are sent and do not arrive. */
class UndeliveredError extends Error {}

/**
 * Listens on channels of the database and reconnects after a loss. That notifications arrive is tried, at the start and from
 * time to time, by one that is sent over another connection: a transaction pooler accepts LISTEN and delivers nothing, but it
 * would deliver to the connection that sends.
 */
export function listen({ url, pool, channels, onGap, log, answerWithin = ANSWER_WITHIN }: ListenOptions): {
  stop(): Promise<void>;
} {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let trouble: 'lost' | 'undelivered' | undefined;

  function report(error: Error | undefined): void {
    const before = trouble;
    trouble = error instanceof UndeliveredError ? 'undelivered' : 'lost';
    // Each attempt fails anew: once is enough.
    if (trouble === before) return;
    const fields = { err: error, channels: Object.keys(channels) };
    if (trouble === 'undelivered') log.error({ event: 'database.notifications_undelivered', ...fields }, UNDELIVERED);
    else
      log.warn({ event: 'database.notifications_lost', ...fields }, 'the connection that listens for changes was lost');
  }

  async function connect(): Promise<void> {
    const current = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: answerWithin,
    });
    client = current;
    let lost = false;
    const echo = `echo_${randomUUID()}`;
    let echoed = () => {};
    const trial = setInterval(() => {
      // The connection first: it may be dead while the pool cannot tell, and the pool may be busy while it lives.
      current
        .query('select 1')
        .then(() => tryDelivery(isBusy))
        .catch(again);
    }, TRY_EVERY).unref();
    const tryDelivery = async (onSendFailure: (error: Error) => void) => {
      const arrived = new Promise<boolean>((resolve) => {
        echoed = () => resolve(true);
      });
      try {
        await pool.query('select pg_notify($1, $2)', [echo, '']);
      } catch (error) {
        return onSendFailure(error as Error);
      }
      const inTime = await Promise.race([arrived, sleep(answerWithin, false, { ref: false })]);
      if (!inTime) throw new UndeliveredError('A notification that was sent over another connection did not arrive');
    };
    const again = (error?: Error) => {
      clearInterval(trial);
      if (lost || stopped) return;
      lost = true;
      report(error);
      onGap(false);
      current.end().catch(() => {});
      timer = setTimeout(
        () => void connect(),
        trouble === 'undelivered' ? RECONNECT_UNDELIVERED_AFTER : RECONNECT_AFTER,
      );
    };
    current.on('error', again);
    current.on('end', () => again());
    current.on('notification', ({ channel, payload }) => {
      if (channel === echo) echoed();
      else channels[channel]?.(payload ?? '');
    });
    try {
      await current.connect();
      for (const channel of [echo, ...Object.keys(channels)])
        await current.query(`listen ${pg.escapeIdentifier(channel)}`);
      await tryDelivery((error) => {
        throw error;
      });
      if (trouble) log.info({ event: 'database.notifications_back' }, 'changes are notified again');
      trouble = undefined;
      onGap(true);
    } catch (error) {
      again(error as Error);
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
  'notifications of the database do not arrive: DATABASE_URL seems to lead to a transaction pooler. Set DATABASE_DIRECT_URL ' +
  'to the address of PostgreSQL itself. Until then public pages may be 60 seconds old, and mail asks the database about ' +
  'every recipient';

/** The trial could not be sent; the connection that listens lives, so the next one will do. */
function isBusy(): void {}
