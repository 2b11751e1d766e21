import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from './log.ts';

const AGAIN_AFTER = 2000;
/** A line can go dead without a word, and this one only listens: so often it is asked whether it lives, in milliseconds. */
const ASK_EVERY = 20_000;
const ANSWER_WITHIN = 10_000;

/** Who hears what is said on which channel. */
export type Channels = Record<string, (payload: string) => void>;

/**
 * Listens on channels of the database, coming back by itself after a loss. `onGap` is called each time the connection
 * begins or is lost, since what is said before or after goes unheard; `listening` says which of both it was. That news
 * come is not believed but tried, with a word to itself: a pooler may answer everything and pass on none.
 */
export function listen(
  connectionString: string,
  channels: Channels,
  onGap: (listening: boolean) => void,
  log: Logger,
  { answerWithin = ANSWER_WITHIN }: { answerWithin?: number } = {},
): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function connect(): Promise<void> {
    const current = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: answerWithin,
    });
    client = current;
    let lost = false;
    const echo = `echo_${randomUUID()}`;
    let echoed = () => {};
    const question = setInterval(() => hears().catch(again), ASK_EVERY).unref();
    /** Rejects where a word that we say does not come back. */
    const hears = async () => {
      const heard = new Promise<boolean>((resolve) => {
        echoed = () => resolve(true);
      });
      await current.query('select pg_notify($1, $2)', [echo, '']);
      const inTime = await Promise.race([heard, sleep(answerWithin, false, { ref: false })]);
      if (!inTime) throw new Error('The database answers, but what is said there does not come through');
    };
    const again = (error?: Error) => {
      clearInterval(question);
      if (lost || stopped) return;
      lost = true;
      if (error) log.warn({ err: error, channels: Object.keys(channels) }, 'the database cannot be listened to');
      // Without news, nothing that was kept can be trusted.
      onGap(false);
      current.end().catch(() => {});
      timer = setTimeout(() => void connect(), AGAIN_AFTER);
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
      await hears();
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
