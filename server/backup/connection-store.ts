import pg from 'pg';
import { BackupError } from './backup-error.ts';

/** Fixes the form of values in COPY, whatever the settings of server and role. */
const SETTINGS = `
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set client_encoding = 'UTF8'; set datestyle = 'ISO';
  set timezone = 'UTC'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1;
  set search_path = public; set synchronous_commit = on`;

/**
 * Runs `work` on a separate connection without time limits. `signal` ends the connection, and with it every statement.
 * The connection must lead to PostgreSQL itself: a pooler may pass locks and settings on to other clients.
 */
export async function withConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  // The failing statement reports the error.
  client.on('error', () => {});
  await client.connect().catch((error: Error) => {
    throw new BackupError(`The database cannot be reached: ${error.message}`);
  });
  const end = () => (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  signal?.addEventListener('abort', end, { once: true });
  try {
    await client.query(SETTINGS);
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', end);
    await client.end().catch(() => {});
  }
}
