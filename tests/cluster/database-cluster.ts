import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { until } from '../drills/run.ts';
import { freePort } from '../support/server/free-port.ts';
import { Link } from './link.ts';
import { accountOf, type Programs } from './programs.ts';
import { Service } from './service.ts';

const PASSWORD = 'cluster';
const ROLE = 'nameplate';
/** A dead leader is replaced after this many seconds; Patroni accepts no less. */
const TTL = 20;
/** Maximum lag of a standby that can be promoted, in bytes behind the last known position of the primary. */
export const MAXIMUM_LAG = 1_048_576;

/** Whether a commit waits until the standby has stored it. */
export const REPLICATIONS = ['sync', 'async'] as const;
export type Replication = (typeof REPLICATIONS)[number];

interface Node {
  service: Service;
  port: number;
  api: number;
  folder: string;
  /** The link through which a standby receives data from this node, if the replication is asynchronous. */
  link: Link | undefined;
}

/** PostgreSQL under Patroni with etcd: a primary and a standby, behind HAProxy and PgBouncer. */
export class DatabaseCluster {
  readonly nodes: Node[] = [];
  readonly replication: Replication;
  readonly #folder: string;
  readonly #programs: Programs;
  readonly #account: { uid: number; gid: number } | undefined;
  readonly #services: Service[] = [];
  #etcdPort = 0;
  #primaryPort = 0;
  #replicaPort = 0;
  #poolerPort = 0;

  constructor(folder: string, programs: Programs, replication: Replication) {
    this.#folder = folder;
    this.replication = replication;
    this.#programs = programs;
    // PostgreSQL and PgBouncer refuse to run as root.
    this.#account = process.getuid?.() === 0 ? accountOf('postgres') : undefined;
    mkdirSync(folder, { recursive: true });
    if (this.#account) chownSync(folder, this.#account.uid, this.#account.gid);
  }

  /** URLs of the database through PgBouncer, through HAProxy to the primary, and through HAProxy to a standby. */
  get urls(): { pooled: string; direct: string; replica: string } {
    const url = (port: number) => `postgres://${ROLE}:${PASSWORD}@127.0.0.1:${port}/${ROLE}`;
    return { pooled: url(this.#poolerPort), direct: url(this.#primaryPort), replica: url(this.#replicaPort) };
  }

  async start(): Promise<void> {
    await this.#startEtcd();
    await this.#startNode();
    await until('the first primary', async () => (await this.primary()) !== undefined);
    await this.#startNode();
    await until('the standby', () => this.hasStandby());
    await this.#startHaproxy();
    await this.#createDatabase();
    await this.#startPgbouncer();
    for (const url of Object.values(this.urls))
      await until(url, () => this.query('select 1', [], url).then(() => true));
  }

  async stop(): Promise<void> {
    for (const service of this.#services.toReversed()) await service.stop();
    for (const { link } of this.nodes) await link?.close();
  }

  /** Kills everything, for an interrupted run. */
  abandon(): void {
    for (const service of this.#services) service.kill();
    for (const node of this.nodes) {
      try {
        process.kill(postmasterOf(node), 'SIGKILL');
      } catch {
        // The process is not running.
      }
    }
  }

  /** Queries the primary, or the given address. */
  async query<T extends object>(text: string, values: unknown[] = [], url = this.urls.direct): Promise<T[]> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 10_000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<T>(text, values)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** The current leader. */
  async primary(): Promise<Node | undefined> {
    for (const node of this.nodes) if (await responds(node.api, '/primary')) return node;
    return undefined;
  }

  async hasStandby(): Promise<boolean> {
    const path = this.replication === 'sync' ? '/synchronous' : '/asynchronous';
    for (const node of this.nodes) if (await responds(node.api, path)) return true;
    return false;
  }

  /** Queries the primary as the superuser, bypassing HAProxy, which treats every node as the primary when it starts. */
  async queryAsAdmin<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    const node = await this.primary();
    return this.query<T>(text, values, `postgres://postgres:${PASSWORD}@127.0.0.1:${node?.port ?? 0}/postgres`);
  }

  /**
   * Kills Patroni and PostgreSQL of the primary together, like a power failure. Returns a function that restarts them.
   */
  async killPrimary(): Promise<() => void> {
    const node = await this.primary();
    if (!node) throw new Error('There is no primary');
    const postmaster = postmasterOf(node);
    const down = node.service.keepDown();
    process.kill(postmaster, 'SIGKILL');
    await down;
    return () => node.service.resume();
  }

  async #startEtcd(): Promise<void> {
    const [client, peer] = [await freePort(), await freePort()];
    this.#etcdPort = client;
    const at = (port: number) => `http://127.0.0.1:${port}`;
    this.#run('etcd', [
      this.#programs.etcd,
      '--data-dir',
      join(this.#folder, 'etcd'),
      '--listen-client-urls',
      at(client),
      '--advertise-client-urls',
      at(client),
      '--listen-peer-urls',
      at(peer),
      '--initial-advertise-peer-urls',
      at(peer),
      '--initial-cluster',
      `default=${at(peer)}`,
    ]);
    await until('etcd', () => responds(client, '/health'));
  }

  async #startNode(): Promise<void> {
    const name = `node${this.nodes.length + 1}`;
    const folder = join(this.#folder, name);
    mkdirSync(folder);
    const [port, api] = [await freePort(), await freePort()];
    const link = this.replication === 'async' ? new Link(port) : undefined;
    const address = `127.0.0.1:${(await link?.listen()) ?? port}`;
    const person = (username: string) => ({ username, password: PASSWORD });
    const config = {
      scope: 'nameplate',
      name,
      restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
      etcd3: { host: `127.0.0.1:${this.#etcdPort}` },
      bootstrap: {
        dcs: {
          ttl: TTL,
          loop_wait: 2,
          retry_timeout: 5,
          maximum_lag_on_failover: MAXIMUM_LAG,
          synchronous_mode: this.replication === 'sync',
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_log_hints: 'on' } },
        },
        initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: address,
        data_dir: join(folder, 'data'),
        bin_dir: this.#programs.postgres,
        pgpass: join(folder, 'pgpass'),
        authentication: {
          replication: person('replicator'),
          superuser: person('postgres'),
          rewind: person('rewinder'),
        },
        parameters: { unix_socket_directories: folder },
        pg_hba: [
          'local all all trust',
          'host replication replicator 127.0.0.1/32 md5',
          'host all all 127.0.0.1/32 md5',
        ],
      },
    };
    const file = join(folder, 'patroni.yml');
    // JSON is YAML.
    writeFileSync(file, JSON.stringify(config, null, 2));
    this.#own(folder, file);
    const service = this.#run(name, [this.#programs.patroni, file]);
    this.nodes.push({ service, port, api, folder, link });
  }

  async #startHaproxy(): Promise<void> {
    this.#primaryPort = await freePort();
    this.#replicaPort = await freePort();
    const backend = (name: string, port: number, path: string) => [
      `listen ${name}`,
      `  bind 127.0.0.1:${port}`,
      `  option httpchk GET ${path}`,
      '  http-check expect status 200',
      '  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
      ...this.nodes.map((node, at) => `  server node${at + 1} 127.0.0.1:${node.port} check port ${node.api}`),
    ];
    const file = join(this.#folder, 'haproxy.cfg');
    const lines = [
      'global',
      '  maxconn 500',
      'defaults',
      '  mode tcp',
      '  timeout connect 3s',
      '  timeout client 1h',
      '  timeout server 1h',
      '  timeout check 2s',
      ...backend('primary', this.#primaryPort, '/primary'),
      ...backend('replica', this.#replicaPort, '/replica'),
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    this.#own(file);
    this.#run('haproxy', [this.#programs.haproxy, '-db', '-f', file]);
  }

  async #createDatabase(): Promise<void> {
    await this.queryAsAdmin(`create role ${ROLE} login password '${PASSWORD}'`);
    await this.queryAsAdmin(`alter role ${ROLE} set statement_timeout = '30s'`);
    await this.queryAsAdmin(`create database ${ROLE} owner ${ROLE}`);
  }

  async #startPgbouncer(): Promise<void> {
    this.#poolerPort = await freePort();
    const [users, file] = [join(this.#folder, 'users.txt'), join(this.#folder, 'pgbouncer.ini')];
    writeFileSync(users, `"${ROLE}" "${PASSWORD}"\n`);
    const lines = [
      '[databases]',
      `${ROLE} = host=127.0.0.1 port=${this.#primaryPort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${this.#poolerPort}`,
      'unix_socket_dir =',
      'auth_type = md5',
      // A connection of a dead primary must not wait for TCP.
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'default_pool_size = 30',
      'max_client_conn = 500',
      'server_login_retry = 1',
      'server_connect_timeout = 3',
      'server_check_delay = 5',
      'query_wait_timeout = 10',
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    this.#own(users, file);
    this.#run('pgbouncer', [this.#programs.pgbouncer, file]);
  }

  #own(...paths: string[]): void {
    for (const path of paths) if (this.#account) chownSync(path, this.#account.uid, this.#account.gid);
  }

  #run(name: string, command: string[]): Service {
    const { PATH } = process.env;
    const service = new Service({
      name,
      command,
      cwd: this.#folder,
      account: this.#account,
      env: { PATH, LC_ALL: 'C.UTF-8', HOME: this.#folder },
      log: join(this.#folder, `${name}.log`),
    });
    this.#services.push(service);
    return service;
  }
}

/** PostgreSQL runs in a separate session, so it is not killed with Patroni. */
function postmasterOf({ folder }: Node): number {
  return Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
}

async function responds(port: number, path: string): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}
