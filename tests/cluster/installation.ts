import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type FakeDns, startDns } from '../../fakes/dns.ts';
import { type Inbox, startInbox } from '../../fakes/inbox.ts';
import { until } from '../drills/run.ts';
import { DOMAIN, mailNames } from '../drills/site.ts';
import { freePort } from '../support/server/free-port.ts';
import { processEnvironment } from '../support/server/process-environment.ts';
import { startS3 } from '../support/server/s3.ts';
import type { DatabaseCluster } from './database-cluster.ts';
import { Service } from './service.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Nameplate in many processes on one database cluster, one bucket, and one relay that receives all outgoing mail. */
export class Installation {
  readonly http: (Service & { port?: number })[] = [];
  readonly mail: Service[] = [];
  readonly jobs: Service[] = [];
  httpPorts: number[] = [];
  mailPorts: number[] = [];
  origin = '';
  relay!: Inbox;
  /** The settings that all processes share. */
  env: Record<string, string> = {};
  readonly #folder: string;
  readonly #database: DatabaseCluster;
  #dns!: FakeDns;
  #s3!: Awaited<ReturnType<typeof startS3>>;

  constructor(folder: string, database: DatabaseCluster) {
    this.#folder = folder;
    this.#database = database;
    mkdirSync(folder, { recursive: true });
  }

  get services(): Service[] {
    return [...this.http, ...this.mail, ...this.jobs];
  }

  async start(): Promise<void> {
    this.#dns = await startDns(mailNames('ip4:127.0.0.0/8', '127.0.0.10'));
    this.relay = await startInbox();
    this.#s3 = await startS3();
    this.origin = `http://localhost:${await freePort()}`;
    const { pooled, direct, replica } = this.#database.urls;
    this.env = {
      DATABASE_URL: pooled,
      DATABASE_DIRECT_URL: direct,
      DATABASE_REPLICA_URL: replica,
      DATABASE_POOL: '8',
      DATA_DIR: join(this.#folder, 'data'),
      SECRET_KEY: 'the cluster test keeps this secret',
      PUBLIC_URL: this.origin,
      MAIL_DOMAIN: DOMAIN,
      DNS_SERVERS: this.#dns.server,
      SMTP_RELAY_URL: `smtp://127.0.0.1:${this.relay.port}`,
      RATE_LIMITS: 'off',
      MAIL_BUDGET_SECONDS: '2',
      MAIL_INBOX_HOURLY: '1000000',
      HANDLES_PER_ACCOUNT: '1000000',
      METRICS_LISTEN: 'off',
      ...this.#s3.env,
    };
    // The first process applies the migrations, so the others start after it.
    for (let count = 0; count < 3; count++) this.http.push(await this.#startRole('http', count, this.httpPorts));
    for (let count = 0; count < 2; count++) this.mail.push(await this.#startRole('mail', count, this.mailPorts));
    for (let count = 0; count < 2; count++) this.jobs.push(await this.#startRole('jobs', count, []));
  }

  async stop(): Promise<void> {
    await Promise.all(this.services.map((service) => service.stop()));
    await this.#s3?.stop();
    await this.relay?.close();
    await this.#dns?.close();
  }

  async #startRole(role: 'http' | 'mail' | 'jobs', number: number, ports: number[]): Promise<Service> {
    const port = await freePort();
    ports.push(port);
    const name = `${role}${number + 1}`;
    const service = new Service({
      name,
      command: [process.execPath, 'server/main.ts'],
      cwd: ROOT,
      env: processEnvironment({ ...this.env, ROLES: role, [role === 'mail' ? 'SMTP_PORT' : 'PORT']: `${port}` }),
      log: join(this.#folder, `${name}.log`),
    });
    await until(`${name} is ready`, async () => service.output.includes('Nameplate is ready'), 120);
    return service;
  }
}
