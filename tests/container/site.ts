import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../drills/run.ts';
import { DOMAIN, DrillSite } from '../drills/site.ts';
import { Sink } from '../faults/load/sink.ts';
import { freePort } from '../support/server/free-port.ts';
import { CADDYFILE, filledInEnv, overrides } from './compose-files.ts';
import { attempt, docker, type Ran } from './engine.ts';
import { TlsFront } from './front.ts';
import { Outside } from './outside.ts';

const ROOT = path.join(import.meta.dirname, '../..');
export const ADMIN = 'admin@senders.internal';
/** The containers of Nameplate, in the order in which docs/operate.md replaces them. */
export const SERVICES = ['jobs', 'mail', 'http-1', 'http-2'] as const;
export type ServiceName = (typeof SERVICES)[number];
/** Seconds that a container may take to start. */
export const START_SECONDS = 300;

/** compose.yaml on the local engine, with a relay that receives all outgoing mail, and clients that come through Caddy. */
export class ContainerSite extends DrillSite {
  override web = { output: 'see the logs of the containers' };
  /** Containers that have ended since the last check, with their exit codes. */
  readonly ended: { service: string; code: number }[] = [];
  front!: TlsFront;
  /** The certificate authority of Caddy. */
  authority = '';
  smtpPort = 0;
  /** The image for new containers. */
  image: string;
  readonly outside: Outside;
  readonly #project = `nameplate-test-${process.pid}`;
  #events: ChildProcess | undefined;

  constructor(folder: string, image: string) {
    super(folder, 'contained');
    this.image = image;
    this.outside = new Outside(`${this.#project}-outside`);
  }

  get httpPort(): number {
    return this.front.port;
  }

  /** Starts everything, as `docker compose up -d` of docs/install.md. */
  async start(): Promise<void> {
    await this.outside.open(this.destinations.map(({ person }) => person.destination.replace(/^.*@/, '')));
    this.sink = new Sink([this.outside.relay]);
    this.smtpPort = await freePort();
    const httpsPort = await freePort();
    const caddyfile = path.join(this.folder, 'Caddyfile');
    writeFileSync(caddyfile, CADDYFILE);
    writeFileSync(path.join(this.folder, 'env'), filledInEnv(DOMAIN, ADMIN), { mode: 0o600 });
    const relay = `smtp://${this.outside.gateway}:${this.outside.relay.port}`;
    const ports = { smtp: this.smtpPort, https: httpsPort };
    const { network, dns } = this.outside;
    const file = overrides({ network, dnsServer: dns.server, relay, ports, caddyfile });
    writeFileSync(path.join(this.folder, 'override.yaml'), file);
    this.#watch();
    // A release before 0.10.0 does not start until the certificate exists.
    await this.compose('up', '--detach', '--quiet-pull', 'caddy', 'certificates');
    const hasCertificate = async () =>
      (await this.tryCompose(['exec', '--no-TTY', 'certificates', 'test', '-s', '/certificates/mail.pem'])).code === 0;
    await until('the certificate of mail', hasCertificate, START_SECONDS);
    await this.compose('up', '--detach', '--quiet-pull');
    for (const service of SERVICES) await this.untilHealthy(service);
    this.authority = await this.#untilAuthority();
    this.front = new TlsFront(DOMAIN, httpsPort, this.authority);
    await this.front.listen();
    await this.untilServed();
  }

  /** Removes every container, volume and network of the test, and leaves their logs in the folder. */
  async close(): Promise<void> {
    await this.front?.close();
    const { output } = await this.tryCompose(['logs', '--no-color']);
    writeFileSync(path.join(this.folder, 'last-containers.log'), output);
    await this.tryCompose(['down', '--volumes', '--timeout', '20']);
    this.#events?.kill();
    await this.outside.close();
    this.ledger.close();
  }

  async compose(...args: string[]): Promise<string> {
    return docker(this.#arguments(args), { env: { IMAGE: this.image } });
  }

  async tryCompose(args: string[], input?: string): Promise<Ran> {
    return attempt(this.#arguments(args), { env: { IMAGE: this.image }, ...(input !== undefined && { input }) });
  }

  /** Runs a command of Nameplate in a running container. */
  async command(service: ServiceName, ...args: string[]): Promise<Ran> {
    return this.tryCompose(['exec', '--no-TTY', service, '/opt/nameplate/nameplate', ...args]);
  }

  async query<T extends object>(text: string): Promise<T[]> {
    const isRead = /^\s*select/i.test(text);
    const statement = isRead ? `select coalesce(json_agg(found), '[]') from (${text}) found` : text;
    const psql = ['exec', '--no-TTY', 'db', 'psql', '-qAtX', '-v', 'ON_ERROR_STOP=1', '-U', 'postgres', 'nameplate'];
    const { code, stdout, output } = await this.tryCompose(psql, statement);
    if (code !== 0) throw new Error(`${text}: ${output}`);
    return isRead ? JSON.parse(stdout) : [];
  }

  /** Waits until the health check of the image succeeds, without the pauses of Docker. */
  async untilHealthy(service: ServiceName): Promise<void> {
    await until(`${service} is healthy`, async () => (await this.command(service, 'health')).code === 0, START_SECONDS);
  }

  /** Waits until Caddy serves a page from one of the processes. */
  async untilServed(): Promise<void> {
    const isServed = async () =>
      (await fetch(`http://127.0.0.1:${this.httpPort}/`, { signal: AbortSignal.timeout(20_000) })).status === 200;
    await until('a page through Caddy', isServed, START_SECONDS);
    this.front.failures.splice(0);
  }

  /** Returns the id of the container of a service. */
  async container(service: string): Promise<string> {
    return this.compose('ps', '--quiet', service);
  }

  /** Returns the log lines that report an error, of all containers of Nameplate since their start. */
  async errors(service: ServiceName): Promise<string[]> {
    const { output } = await this.tryCompose(['logs', '--no-color', '--no-log-prefix', service]);
    const lines = output.split('\n');
    writeFileSync(path.join(this.folder, `${service}.log`), output, { flag: 'a' });
    return lines.filter((line) => /"level":(50|60)|Unhandled/.test(line)).map((line) => `${service}: ${line}`);
  }

  async #untilAuthority(): Promise<string> {
    let ca = '';
    await until(
      'the certificate authority of Caddy',
      async () => {
        const file = '/data/caddy/pki/authorities/local/root.crt';
        ca = await this.compose('exec', '--no-TTY', 'caddy', 'cat', file);
        return ca.includes('BEGIN CERTIFICATE');
      },
      START_SECONDS,
    );
    return ca;
  }

  #arguments(args: string[]): string[] {
    const own = (name: string) => path.join(this.folder, name);
    const files = ['--file', path.join(ROOT, 'compose.yaml'), '--file', own('override.yaml')];
    const project = ['--project-name', this.#project, '--project-directory', ROOT, '--env-file', own('env')];
    return ['compose', '--ansi', 'never', '--progress', 'plain', ...project, ...files, ...args];
  }

  #watch(): void {
    const labels = ['com.docker.compose.service', 'exitCode'].map((name) => `{{index .Actor.Attributes "${name}"}}`);
    const filters = ['event=die', `label=com.docker.compose.project=${this.#project}`];
    const args = ['events', ...filters.flatMap((filter) => ['--filter', filter]), '--format', labels.join(' ')];
    this.#events = spawn('docker', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    if (!this.#events.stdout) return;
    createInterface(this.#events.stdout).on('line', (line) => {
      const [service = '', code] = line.split(' ');
      this.ended.push({ service, code: Number(code) });
    });
  }
}
