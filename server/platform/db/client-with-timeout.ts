import pg from 'pg';

/** Longer than any statement may run on the server: who hears nothing for this long is asking nobody. */
const SILENCE = 35_000;

/**
 * A database connection that gives up where no answer comes. A line that went dead without a word (a failover, a firewall
 * that forgot it) would otherwise hold its query for ever; here the query fails and the connection ends with it, so
 * that the pool makes another one.
 */
export class ClientWithTimeout extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super({ ...(typeof config === 'string' ? { connectionString: config } : config), query_timeout: SILENCE });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the base class has nine signatures, all passed on as they come
  override query(...words: any[]): any {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const answer = (super.query as any)(...words);
    // Who asks by callback is the pool itself, which drops a connection that failed.
    if (answer instanceof Promise) answer.catch((error: Error) => this.endIfDead(error));
    return answer;
  }

  private endIfDead(error: Error): void {
    if (error.message !== 'Query read timeout') return;
    (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }
}

/** One behind a transaction pooler: a statement that was prepared under a name would be on another connection the next time. */
export class PooledClient extends ClientWithTimeout {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  override query(first: any, ...rest: any[]): any {
    const isNamed = typeof first === 'object' && first !== null && typeof first.name === 'string';
    return super.query(isNamed ? { ...first, name: undefined } : first, ...rest);
  }
}
