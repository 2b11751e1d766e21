import { join } from 'node:path';
import pg from 'pg';
import { seedDeliveries } from '../../bench/scale/seed-deliveries.ts';
import { seedHandles } from '../../bench/scale/seed-handles.ts';
import { type Embedded, startEmbedded } from '../../db/embedded.ts';
import { type FakeDns, startDns } from '../../fakes/dns.ts';
import { type Inbox, startInbox } from '../../fakes/inbox.ts';
import { SOCIAL_IMAGE_VERSION } from '../../server/profiles/social-image/draw.ts';
import { DOMAIN, DrillSite, mailNames } from '../drills/site.ts';
import { Sink } from '../faults/load/sink.ts';
import { claimHandles } from '../faults/load/web-client.ts';
import { HttpFront, SmtpFront } from './fronts.ts';

const DELIVERIES_OF_A_HANDLE = 3;

/**
 * The environment that two releases share: one database, one DATA_DIR with keys and objects, the fronts that clients connect
 * to, and the relay that receives all outgoing mail.
 */
export class UpgradeSite extends DrillSite {
  /** The number of handles of other people in the database: `person-1` and so on. */
  handles = 0;
  readonly pages = new HttpFront();
  readonly mail = new SmtpFront();
  #dns!: FakeDns;
  #relay!: Inbox;
  #database!: Embedded;
  readonly #undo: (() => unknown)[] = [];

  constructor(folder: string) {
    super(folder, 'upgraded');
    this.#undo.push(() => this.ledger.close());
  }

  /** Starts everything except Nameplate. The caller closes the site. */
  static async open(folder: string): Promise<UpgradeSite> {
    const site = new UpgradeSite(folder);
    try {
      await site.#start();
      return site;
    } catch (error) {
      await site.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    for (let step = this.#undo.pop(); step; step = this.#undo.pop()) await step();
  }

  get httpPort(): number {
    return this.pages.port;
  }

  get databaseUrl(): string {
    return this.#database.connectionString;
  }

  /** Runs a function when the site closes, in reverse order of registration. */
  onClose(step: () => unknown): void {
    this.#undo.push(step);
  }

  /** Adds handles of other people, each with some deliveries in the log, to a database that the first release has migrated. */
  async fill(handles: number): Promise<void> {
    await seedHandles(this.databaseUrl, handles, SOCIAL_IMAGE_VERSION);
    await seedDeliveries(this.databaseUrl, DELIVERIES_OF_A_HANDLE * handles, handles);
    this.handles = handles;
  }

  /** Claims the handles that get mail, through the release that serves now. */
  async settle(): Promise<void> {
    await claimHandles(this);
  }

  async query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.databaseUrl });
    await client.connect();
    return (await client.query<T>(text, values).finally(() => client.end())).rows;
  }

  /** Returns the settings of every process, of each release. */
  settings(): Record<string, string> {
    return {
      NODE_ENV: 'production',
      MALLOC_ARENA_MAX: '2',
      PUBLIC_URL: this.site,
      MAIL_HOSTNAME: `mx.${DOMAIN}`,
      SECRET_KEY: 'the upgrade test keeps this secret',
      ADMIN_EMAILS: 'admin@senders.internal',
      PAYPAL_ENV: 'off',
      DNS_SERVERS: this.#dns.server,
      DATABASE_URL: this.databaseUrl,
      // Two releases run in parallel on one PostgreSQL with 100 connections.
      DATABASE_POOL: '10',
      DATA_DIR: join(this.folder, 'data'),
      SMTP_RELAY_URL: `smtp://127.0.0.1:${this.#relay.port}`,
      MAIL_BUDGET_SECONDS: '5',
      // The load sends each person more mail than the default limits allow.
      MAIL_INBOX_HOURLY: '1000000',
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'info',
    };
  }

  async #start(): Promise<void> {
    const inboxes = this.destinations.map(({ person }) => person.destination.replace(/^.*@/, ''));
    this.#dns = await startDns(mailNames('ip4:127.0.0.0/8', '127.0.0.10', inboxes));
    this.#undo.push(() => this.#dns.close());
    this.#relay = await startInbox();
    this.#undo.push(() => this.#relay.close());
    this.sink = new Sink([this.#relay]);
    const quiet = () => {};
    const log = { info: quiet, warn: quiet, error: quiet };
    this.#database = await startEmbedded({ dataDir: join(this.folder, 'database'), log });
    this.#undo.push(() => this.#database.stop());
    await this.pages.listen();
    this.#undo.push(() => this.pages.close());
    await this.mail.listen();
    this.#undo.push(() => this.mail.close());
  }
}
