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
 * begins or is lost, since what is said before or after goes unheard; `listening` says which of both it was.
 */
export function listen(
  connectionString: string,
  channels: Channels,
  onGap: (listening: boolean) => void,
  log: Logger,
): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function connect(): Promise<void> {
    const current = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: ANSWER_WITHIN,
    });
    client = current;
    let lost = false;
    const question = setInterval(() => current.query('select 1').catch(again), ASK_EVERY).unref();
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
    current.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''));
    try {
      await current.connect();
      for (const channel of Object.keys(channels)) await current.query(`listen ${pg.escapeIdentifier(channel)}`);
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
