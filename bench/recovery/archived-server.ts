import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { accountOf } from '../../tests/cluster/programs.ts';
import { freePort } from '../../tests/support/server/free-port.ts';
import { findProgram } from '../find-program.ts';

const run = promisify(execFile);
const ROLE = 'postgres';
/** The maximum time for which writes are lost with a disk, as in docs/operate.md. */
export const ARCHIVE_TIMEOUT_SECONDS = 60;

/** A local PostgreSQL whose write-ahead log pgBackRest archives, with the settings from docs/operate.md. */
export class ArchivedServer {
  readonly port: number;
  readonly #folder: string;
  readonly #bin: string;
  readonly #account: { uid: number; gid: number } | undefined;
  #server: ChildProcess | undefined;

  constructor(folder: string, port: number, bin: string) {
    this.#folder = folder;
    this.port = port;
    this.#bin = bin;
    // PostgreSQL refuses to run as root.
    this.#account = process.getuid?.() === 0 ? accountOf('postgres') : undefined;
  }

  /** Creates an empty cluster in the folder. Throws if a program is missing. */
  static async create(folder: string): Promise<ArchivedServer> {
    const bin = globSync('/usr/lib/postgresql/*/bin').sort().at(-1);
    const pgbackrest = findProgram('pgbackrest');
    if (!bin || !pgbackrest) throw new Error('Missing programs. On Debian: apt-get install postgresql pgbackrest');
    const server = new ArchivedServer(folder, await freePort(), bin);
    await server.#createCluster();
    return server;
  }

  get url(): string {
    return `postgres://${ROLE}@127.0.0.1:${this.port}/postgres`;
  }

  get repository(): string {
    return path.join(this.#folder, 'repository');
  }

  get #data(): string {
    return path.join(this.#folder, 'data');
  }

  /** Starts the server, and waits until it accepts writes. */
  async start({ archives }: { archives: boolean }): Promise<void> {
    const log = openSync(path.join(this.#folder, 'server.log'), 'a');
    const settings = ['-c', `archive_mode=${archives ? 'on' : 'off'}`];
    this.#server = spawn(path.join(this.#bin, 'postgres'), ['-D', this.#data, ...settings], {
      ...this.#account,
      cwd: this.#folder,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    for (;;) {
      if (this.#server.exitCode !== null) throw new Error(`PostgreSQL ended:\n${this.#log()}`);
      const isWritable = await this.query('select pg_is_in_recovery() as standby')
        .then(([row]) => row?.standby === false)
        .catch(() => false);
      if (isWritable) return;
      await sleep(50);
    }
  }

  async stop(): Promise<void> {
    if (!this.#server || this.#server.exitCode !== null || this.#server.signalCode !== null) return;
    const ended = new Promise((done) => this.#server?.once('exit', done));
    this.#server.kill('SIGINT');
    await ended;
  }

  /** Kills the server, waits until all its processes have ended, and removes its data, as a broken disk does. */
  async lose(): Promise<void> {
    const rows = await this.query('select pid from pg_stat_activity');
    const killed = new Promise((done) => this.#server?.once('exit', done));
    this.#server?.kill('SIGKILL');
    await killed;
    for (const { pid } of rows) while (existsSync(`/proc/${pid}`)) await sleep(20);
    rmSync(this.#data, { recursive: true });
    this.#makeFolder(this.#data);
  }

  /** Runs pgBackRest for this server. Rejects with its output. */
  async pgbackrest(...args: string[]): Promise<void> {
    await run('pgbackrest', [`--config=${this.#config}`, '--stanza=nameplate', ...args], {
      ...this.#account,
      cwd: this.#folder,
    });
  }

  async query(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => {});
    await client.connect();
    return (await client.query(text).finally(() => client.end().catch(() => {}))).rows;
  }

  get #config(): string {
    return path.join(this.#folder, 'pgbackrest.conf');
  }

  async #createCluster(): Promise<void> {
    this.#makeFolder(this.#folder);
    for (const folder of [this.#data, this.repository]) this.#makeFolder(folder);
    const initdb = ['-D', this.#data, '-U', ROLE, '--auth=trust', '-E', 'UTF8', '--data-checksums'];
    await run(path.join(this.#bin, 'initdb'), initdb, { ...this.#account, cwd: this.#folder });
    appendFileSync(
      path.join(this.#data, 'postgresql.conf'),
      [
        `listen_addresses = '127.0.0.1'`,
        `port = ${this.port}`,
        `unix_socket_directories = '${this.#folder}'`,
        `archive_command = 'pgbackrest --config=${this.#config} --stanza=nameplate archive-push %p'`,
        `archive_timeout = ${ARCHIVE_TIMEOUT_SECONDS}`,
        '',
      ].join('\n'),
    );
    const lines = [
      '[global]',
      `repo1-path=${this.repository}`,
      'repo1-retention-full=2',
      'repo1-cipher-type=aes-256-cbc',
      'repo1-cipher-pass=of-a-benchmark',
      'start-fast=y',
      `log-path=${this.#folder}`,
      `lock-path=${this.#folder}`,
      '[nameplate]',
      `pg1-path=${this.#data}`,
      `pg1-port=${this.port}`,
      `pg1-socket-path=${this.#folder}`,
    ];
    writeFileSync(this.#config, `${lines.join('\n')}\n`);
  }

  #makeFolder(folder: string): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (this.#account) chownSync(folder, this.#account.uid, this.#account.gid);
  }

  #log(): string {
    return readFileSync(path.join(this.#folder, 'server.log'), 'utf8').slice(-2000);
  }
}
