import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Embedded, startEmbedded } from '../../../db/embedded.ts';
import { type FakeDns, startDns } from '../../../fakes/dns.ts';
import { type Inbox, startInbox } from '../../../fakes/inbox.ts';
import { freePort } from '../../support/server/free-port.ts';
import { Ledger } from '../judge/ledger.ts';
import type { Person } from '../load/load.ts';
import { Sink } from '../load/sink.ts';
import { PgProxy } from '../proxies/pg-proxy.ts';
import { SmtpProxy } from '../proxies/smtp-proxy.ts';
import { Daemon } from './daemon.ts';
import { SmallDisk } from './small-disk.ts';

const SITE = 'https://handles.internal';
const DOMAIN = 'handles.internal';
/** The patches of every process, see tests/faults/world/patch.ts. */
export const ALWAYS = 'local mx';
const PATCH = new URL('./patch.ts', import.meta.url).href;

/** One inbox provider: its name, its server, and the proxy in front of it. */
export interface Destination {
  domain: string;
  inbox: Inbox;
  line: SmtpProxy;
  person: Person;
}

/** The relay, if all mail goes through one, and the proxy in front of it. */
export interface Relay {
  inbox: Inbox;
  line: SmtpProxy;
  /** Ends the faults; connections that wait for a reply are cut. */
  clearFaults(): void;
}

export interface WorldOptions {
  folder: string;
  destinations?: number;
  /** Seconds that a sender waits for the destination. */
  budget?: number;
  /** The number of processes that share the SMTP port; 2 by default. */
  processes?: number;
  /** One process for everything, with its own database, on a disk of this size. */
  diskMegabytes?: number;
  /** All mail leaves through a relay, not to the destinations' own servers. */
  relay?: boolean;
  /** A kill ends the leases of the killed process immediately, instead of half a minute later. */
  hurried?: boolean;
}

/**
 * Nameplate in production mode, as an operator runs it, with its surroundings: PostgreSQL, DNS, inbox providers. The
 * process `mail` and the process `web` (http and jobs) share a database, each through a proxy that injects faults.
 */
export class World {
  readonly site: string = SITE;
  readonly ledger: Ledger;
  readonly options: WorldOptions;
  readonly destinations: Destination[] = [];
  people: Person[] = [];
  /** The session of each person's owner and the id of the handle, by the person's address. */
  readonly owners = new Map<string, { cookie: string; id: number }>();
  dns!: FakeDns;
  sink!: Sink;
  database!: Embedded;
  mail!: Daemon;
  web!: Daemon;
  /** Null if Nameplate runs its embedded database. */
  mailLine: PgProxy | null = null;
  webLine: PgProxy | null = null;
  smtpPort = 0;
  /** With implicit TLS. */
  submissionPort = 0;
  httpPort = 0;
  /** The small disk; undefined without one. */
  disk: SmallDisk | null = null;
  relay: Relay | null = null;
  readonly #undo: (() => unknown)[] = [];

  constructor(options: WorldOptions) {
    this.options = options;
    mkdirSync(options.folder, { recursive: true });
    this.ledger = new Ledger(join(options.folder, 'ledger.jsonl'));
    this.#undo.push(() => this.ledger.close());
  }

  /** Starts everything except the handles. The caller closes the world. */
  static async open(options: WorldOptions): Promise<World> {
    const world = new World(options);
    try {
      await world.#openExternalServers();
      await world.#openDatabase();
      await world.#openNameplate();
      return world;
    } catch (error) {
      await world.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    for (let step = this.#undo.pop(); step; step = this.#undo.pop()) await step();
  }

  /** Queries the database without the proxies, and waits while it is down. */
  async query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    for (const deadline = Date.now() + 30_000; ; await sleep(100)) {
      try {
        const client = new pg.Client({ connectionString: this.#address(), connectionTimeoutMillis: 5000 });
        client.on('error', () => {});
        await client.connect();
        return (await client.query<T>(text, values).finally(() => client.end())).rows;
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
    }
  }

  /** The data directory of the database. */
  get cluster(): string {
    return join(realpathSync(this.options.folder), 'database/postgres');
  }

  get clockFile(): string {
    return join(this.options.folder, 'clock');
  }

  /** Moves the clocks of Nameplate's processes by this many milliseconds. */
  moveClock(milliseconds: number): void {
    writeFileSync(this.clockFile, String(milliseconds));
  }

  async #openExternalServers(): Promise<void> {
    const { destinations = 5 } = this.options;
    const mxPort = await freePort();
    this.dns = await startDns({
      'senders.internal': {
        MX: [{ exchange: 'mx.senders.internal', priority: 10 }],
        TXT: ['v=spf1 ip4:127.0.0.0/8 -all'],
      },
      // These senders have no SPF record, so they must not get notices. Notices to them would arrive with the others.
      'unverified.internal': { MX: [{ exchange: 'mx.senders.internal', priority: 10 }] },
      'mx.senders.internal': { A: ['127.0.0.10'] },
      'client.senders.internal': { A: ['127.0.0.1'] },
    });
    this.#undo.push(() => this.dns.close());
    const senderInbox = await startInbox();
    this.#undo.push(() => senderInbox.close());
    const inboxes = [senderInbox];
    await this.#openLine('127.0.0.10', mxPort, senderInbox);
    for (let number = 1; number <= destinations; number++) {
      const domain = `d${number}.internal`;
      const host = `127.0.0.${10 + number}`;
      const inbox = await startInbox();
      this.#undo.push(() => inbox.close());
      inboxes.push(inbox);
      this.dns.names[domain] = { MX: [{ exchange: `mx.${domain}`, priority: 10 }] };
      this.dns.names[`mx.${domain}`] = { A: [host] };
      const person = { address: `faults-person-${number}@${DOMAIN}`, destination: `inbox@${domain}` };
      this.destinations.push({ domain, inbox, line: await this.#openLine(host, mxPort, inbox), person });
    }
    if (this.options.relay) {
      const inbox = await startInbox();
      this.#undo.push(() => inbox.close());
      inboxes.push(inbox);
      const line = await this.#openLine('127.0.0.9', mxPort, inbox);
      this.relay = { inbox, line, clearFaults: () => resetLine(inbox, line) };
    }
    this.sink = new Sink(inboxes);
    this.#mxPort = mxPort;
  }

  #mxPort = 0;

  async #openLine(host: string, port: number, inbox: Inbox): Promise<SmtpProxy> {
    const line = new SmtpProxy({
      host,
      port,
      target: inbox.port,
      onHit: (id, destination) => this.sink.hit(id, destination),
    });
    await line.listen();
    this.#undo.push(() => line.close());
    return line;
  }

  #address(): string {
    if (!this.disk) return this.database.connectionString;
    const port = this.disk.read('postgres/postmaster.pid').split('\n')[3];
    return `postgres://nameplate:${this.disk.read('postgres.password')}@127.0.0.1:${port}/nameplate`;
  }

  async #openDatabase(): Promise<void> {
    const { folder, diskMegabytes } = this.options;
    if (diskMegabytes) {
      const disk = await SmallDisk.make(join(folder, 'disk'), diskMegabytes);
      this.disk = disk;
      this.#undo.push(() => disk.close());
      return;
    }
    const quiet = () => {};
    const dataDir = join(folder, 'database');
    this.database = await startEmbedded({ dataDir, log: { info: quiet, warn: quiet, error: quiet } });
    this.#undo.push(() => this.database.stop());
  }

  async #openNameplate(): Promise<void> {
    const { folder, budget = 2, processes = 2 } = this.options;
    [this.smtpPort, this.submissionPort] = [await freePort(), await freePort()];
    this.httpPort = await freePort();
    this.moveClock(0);
    const paypal = { PAYPAL_CLIENT_ID: 'none', PAYPAL_CLIENT_SECRET: 'none', PAYPAL_WEBHOOK_ID: 'none' };
    const shared = {
      NODE_ENV: 'production',
      // The same value as in `npm start`.
      MALLOC_ARENA_MAX: '2',
      PUBLIC_URL: SITE,
      MAIL_HOSTNAME: `mx.${DOMAIN}`,
      SECRET_KEY: 'the fault harness keeps this secret',
      ADMIN_EMAILS: 'admin@senders.internal',
      PAYPAL_ENV: 'sandbox',
      ...paypal,
      SUPPORT_PHONE: '+1 202 555 0123',
      DNS_SERVERS: this.dns.server,
      DATA_DIR: this.disk?.path ?? join(folder, 'data'),
      PORT: String(this.httpPort),
      SMTP_PORT: String(this.smtpPort),
      SUBMISSIONS_PORT: String(this.submissionPort),
      MAIL_BUDGET_SECONDS: String(budget),
      MAIL_PROCESSES: String(processes),
      // The load sends and receives more mail than the default limits allow.
      MAIL_INBOX_HOURLY: '1000000',
      SEND_LIMITS: ['Plus', 'Deluxe', 'Vanity'].map((plan) => `${plan}=1000000/1000000`).join(),
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'info',
      ...(this.relay && { SMTP_RELAY_URL: `smtp://${this.relay.line.host}:${this.#mxPort}` }),
      FAULTS_PATCHES: ALWAYS,
      FAULTS_MX_PORT: String(this.#mxPort),
      FAULTS_CLOCK: this.clockFile,
    };
    if (this.disk) {
      const { prefix } = this.disk;
      this.web = new Daemon({
        name: 'all in one',
        env: shared,
        log: join(folder, 'all.log'),
        prefix,
        imports: [PATCH],
      });
      this.mail = this.web;
      this.#undo.push(() => this.web.stop());
    } else {
      [this.mail, this.mailLine] = await this.#startRole('mail', 'mail', shared);
      [this.web, this.webLine] = await this.#startRole('web', 'http,jobs', shared);
    }
    // One after the other, because the first one applies the migrations.
    await this.web.start();
    if (this.mail !== this.web) await this.mail.start();
    requirePatch(this.mail, ALWAYS);
  }

  /** Starts a process of Nameplate again with a patch of tests/faults/world/patch.ts in it, or null for none. */
  async patch(process: 'mail' | 'web', name: string | null): Promise<void> {
    const daemon = this[process];
    daemon.env.FAULTS_PATCHES = name ? `${ALWAYS},${name}` : ALWAYS;
    await daemon.kill();
    await daemon.untilReady(60_000);
    if (name) requirePatch(daemon, name);
  }

  async #startRole(name: string, roles: string, shared: Record<string, string>): Promise<[Daemon, PgProxy]> {
    const direct = new URL(this.database.connectionString);
    const line = new PgProxy({ host: direct.hostname, port: Number(direct.port) });
    direct.port = String(await line.listen());
    this.#undo.push(() => line.close());
    const env = { ...shared, ROLES: roles, DATABASE_URL: direct.href };
    const daemon = new Daemon({ name, env, log: join(this.options.folder, `${name}.log`), imports: [PATCH] });
    this.#undo.push(() => daemon.stop());
    return [daemon, line];
  }
}

const STEPS = ['banner', 'ehlo', 'mail', 'rcpt', 'data', 'dot'] as const;

/** Makes a destination accept everything again, without faults. */
export function resetLine(inbox: Inbox, line: SmtpProxy): void {
  for (const step of STEPS) inbox.on(step, null);
  inbox.dropConnections();
  line.clearFaults();
}

const patchApplied = (patch: string) => `faults: ${patch} is in place`;

function requirePatch({ name, output }: Daemon, patch: string): void {
  if (!output.includes(patchApplied(patch)))
    throw new Error(`${name} did not apply the patch ${patch}:\n${output.slice(-1000)}`);
}
