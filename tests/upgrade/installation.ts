import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Daemon } from '../faults/world/daemon.ts';
import { freePort } from '../support/server/free-port.ts';
import type { ReleaseFolder } from './release-folder.ts';
import type { UpgradeSite } from './site.ts';

export type Role = 'jobs' | 'mail' | 'http';
/** The processes of a release by their roles, in the order in which they are replaced at an upgrade. */
export type Layout = readonly Role[][];
export const APART: Layout = [['jobs'], ['mail'], ['http']];
export const TOGETHER: Layout = [['jobs', 'mail', 'http']];

/** Log lines that show a failure: the levels error and fatal, and a crash of a child process. */
const ERRORS = ['"level":50', '"level":60', 'Unhandled'];
const READY_MS = 90_000;
let starts = 0;

/** The processes of one release. */
export class Installation {
  readonly release: ReleaseFolder;
  readonly layout: Layout;
  readonly ports: Record<'http' | 'mail', number>;
  readonly #site: UpgradeSite;
  readonly #daemons = new Map<Role[], { daemon: Daemon; health: number }>();
  /** Failures of its processes, as texts. */
  readonly failures: string[] = [];

  constructor(site: UpgradeSite, release: ReleaseFolder, layout: Layout, ports: Record<'http' | 'mail', number>) {
    this.#site = site;
    this.release = release;
    this.layout = layout;
    this.ports = ports;
    site.onClose(() => Promise.all([...this.#daemons.values()].map(({ daemon }) => daemon.stop())));
  }

  static async prepare(site: UpgradeSite, release: ReleaseFolder, layout: Layout): Promise<Installation> {
    return new Installation(site, release, layout, { http: await freePort(), mail: await freePort() });
  }

  /** Starts the process with these roles beside the running ones, and waits until its health check succeeds. */
  async start(roles: Role[]): Promise<void> {
    const health = await freePort();
    starts++;
    const name = `${this.release.name} ${roles.join(',')}`;
    const daemon = new Daemon({
      name,
      cwd: this.release.path,
      log: join(this.#site.folder, `${String(starts).padStart(2, '0')} ${name}.log`),
      env: {
        ...this.#site.settings(),
        ROLES: roles.join(','),
        PORT: String(this.ports.http),
        SMTP_PORT: String(this.ports.mail),
        MAIL_PROCESSES: endsOrderly(this.release) ? '1' : '0',
        METRICS_LISTEN: `127.0.0.1:${health}`,
      },
    });
    this.#daemons.set(roles, { daemon, health });
    await daemon.start(READY_MS);
    await this.#untilHealthy(name, health);
    if (roles.includes('http')) this.#site.web = daemon;
  }

  /** Sends SIGTERM to the process with these roles and waits until it has exited. */
  async stop(roles: Role[]): Promise<void> {
    const { daemon } = this.#daemons.get(roles) ?? {};
    if (!daemon) return;
    const code = await daemon.stop();
    if (code !== 0) this.failures.push(`${daemon.name} ended with ${code ?? 'a timeout'} after SIGTERM`);
    if (daemon.crashes > 0) this.failures.push(`${daemon.name} crashed ${daemon.crashes} times`);
    const errors = ERRORS.reduce((sum, text) => sum + daemon.logged(text), 0);
    if (errors > 0) this.failures.push(`${daemon.name} logged ${errors} errors`);
    this.#daemons.delete(roles);
  }

  /** Runs `npm run migrate` of this release. Rejects with its output if it fails. */
  async migrate(): Promise<void> {
    const child = spawn(process.execPath, ['tools/migrate.ts'], {
      cwd: this.release.path,
      env: { PATH: process.env.PATH, DATABASE_URL: this.#site.databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error(`${this.release.name}: npm run migrate ended with ${code}:\n${output}`);
  }

  async #untilHealthy(name: string, port: number): Promise<void> {
    for (const deadline = Date.now() + READY_MS; ; await sleep(50)) {
      const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      if (reply?.ok) return;
      if (Date.now() > deadline) throw new Error(`${name}: /readyz returns ${reply?.status ?? 'nothing'}`);
    }
  }
}

/**
 * Whether the separate mail processes of a release end without losing their work. In 0.2.0 and 0.3.0 a heartbeat at the moment of
 * the stop ends a process with EPIPE while it still receives mail, so those releases receive mail in the main process.
 */
function endsOrderly({ path }: ReleaseFolder): boolean {
  const heartbeat = join(path, 'server/mail/process-heartbeat.ts');
  return !existsSync(heartbeat) || readFileSync(heartbeat, 'utf8').includes('sendHeartbeats');
}
