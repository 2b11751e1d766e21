import pg from 'pg';
import { recordWriteRefusal } from './refused-writes.ts';

/** Longer than the server's own statement timeout, so no reply within this time means that the connection is dead. */
const QUERY_TIMEOUT_MS = 35_000;

/**
 * A database connection with a query timeout. A connection that dies silently (a failover, a firewall that dropped it)
 * would otherwise block its query forever. Here the query fails and the connection ends, so the pool opens another.
 */
export class ClientWithTimeout extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super({ ...(typeof config === 'string' ? { connectionString: config } : config), query_timeout: QUERY_TIMEOUT_MS });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the base class has nine signatures, all passed on unchanged
  override query(...args: any[]): any {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const result = (super.query as any)(...args);
    // Only the pool itself passes a callback, and it drops a failed connection.
    if (result instanceof Promise) {
      result.catch((error: Error) => {
        this.#endIfDead(error);
        recordWriteRefusal(error);
      });
    }
    return result;
  }

  #endIfDead(error: Error): void {
    if (error.message !== 'Query read timeout') return;
    (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }
}

/** A connection through a transaction pooler, where a named prepared statement may be missing on the next connection. */
export class PooledClient extends ClientWithTimeout {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  override query(first: any, ...rest: any[]): any {
    const isNamed = typeof first === 'object' && first !== null && typeof first.name === 'string';
    return super.query(isNamed ? { ...first, name: undefined } : first, ...rest);
  }
}
