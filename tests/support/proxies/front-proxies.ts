import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCertificate } from '../../../fakes/certificates.ts';
import { ensureProgram } from '../../../tools/test/system-packages.ts';
import { freePort } from '../server/free-port.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const shipped = (file: string) => readFileSync(path.join(ROOT, 'ops', file), 'utf8');

export interface ProxyResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface FrontProxy {
  name: string;
  /** Sends a request over TLS to the host of the site. */
  ask(
    url: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<ProxyResponse>;
  /** The content of its log. */
  log(): string;
  stop(): Promise<void>;
}

/** Replaces texts that the operator of a site must replace. Throws if the file lacks one of them. */
function fillIn(file: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((content, [from, to]) => {
    if (!content.includes(from)) throw new Error(`the shipped file has no ${from}`);
    return content.replaceAll(from, to);
  }, shipped(file));
}

/**
 * Starts nginx with ops/nginx.conf: inserts names, ports and certificates, and replaces the folder of the release with
 * that of this tree.
 */
export async function startNginx(host: string, upstreams: [number, number]): Promise<FrontProxy> {
  const program = ensureProgram('nginx');
  const folder = mkdtempSync(path.join(tmpdir(), 'nameplate-nginx-'));
  const [http, https] = [await freePort(), await freePort()];
  const { key, cert } = await makeCertificate([host, `mta-sts.${host}`]);
  writeFileSync(path.join(folder, 'key.pem'), key);
  writeFileSync(path.join(folder, 'cert.pem'), cert);
  const site = fillIn('nginx.conf', {
    'example.org mta-sts.example.org': `${host} mta-sts.${host}`,
    '/etc/letsencrypt/live/example.org/fullchain.pem': path.join(folder, 'cert.pem'),
    '/etc/letsencrypt/live/example.org/privkey.pem': path.join(folder, 'key.pem'),
    '[::]:80': `[::1]:${http}`,
    '[::]:443': `[::1]:${https}`,
    'listen 80;': `listen 127.0.0.1:${http};`,
    'listen 443 ssl;': `listen 127.0.0.1:${https} ssl;`,
    '127.0.0.1:3000': `127.0.0.1:${upstreams[0]}`,
    '127.0.0.1:3001': `127.0.0.1:${upstreams[1]}`,
    '/opt/nameplate/ops': path.join(ROOT, 'ops'),
  });
  writeFileSync(path.join(folder, 'site.conf'), site);
  // The lines around the sites in Debian's /etc/nginx/nginx.conf; the user can read the page of this tree.
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${path.join(folder, kind)};`)
    .join(' ');
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; worker_processes 1; pid ${path.join(folder, 'pid')}; error_log stderr;
    events { worker_connections 512; }
    http { access_log off; ${temporary} default_type application/octet-stream; include ${path.join(folder, 'site.conf')}; }`,
  );
  return startProxy('nginx', {
    program,
    args: ['-p', folder, '-c', path.join(folder, 'nginx.conf')],
    env: {},
    folder,
    host,
    port: https,
  });
}

/** Starts Caddy with ops/Caddyfile: settings are variables, Caddy itself makes certificates, and the folder of this tree replaces that of the release. */
export async function startCaddy(host: string, upstreams: [number, number]): Promise<FrontProxy> {
  const program = ensureProgram('caddy');
  const folder = mkdtempSync(path.join(tmpdir(), 'nameplate-caddy-'));
  const [http, https] = [await freePort(), await freePort()];
  const global = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n\thttp_port ${http}\n\thttps_port ${https}\n}\n`;
  writeFileSync(
    path.join(folder, 'Caddyfile'),
    global + fillIn('Caddyfile', { '/opt/nameplate/ops': path.join(ROOT, 'ops') }),
  );
  const env = {
    SITE_HOST: host,
    NAMEPLATE_UPSTREAMS: upstreams.map((port) => `127.0.0.1:${port}`).join(' '),
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    HOME: folder,
  };
  const args = ['run', '--adapter', 'caddyfile', '--config', path.join(folder, 'Caddyfile')];
  return startProxy('Caddy', { program, args, env, folder, host, port: https });
}

async function startProxy(
  name: string,
  parts: { program: string; args: string[]; env: Record<string, string>; folder: string; host: string; port: number },
): Promise<FrontProxy> {
  const { program, args, env, folder, host, port } = parts;
  const child = spawn(program, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      log += piece;
    });
  }
  const agent = new Agent({ rejectUnauthorized: false });
  let visitors = 0;
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const proxy: FrontProxy = {
    name,
    log: () => log,
    ask: async (url, { method = 'GET', headers = {}, body } = {}) => {
      const sent = request({
        // Each request comes from another network, as from many visitors, because the limits of networks are those of production.
        localAddress: `127.${1 + (visitors >> 8)}.${visitors++ % 256}.1`,
        agent,
        host: '127.0.0.1',
        port,
        servername: host,
        path: url,
        method,
        headers: { host, accept: 'text/html', ...headers },
      });
      sent.end(body);
      const [response] = await once(sent, 'response');
      return { status: response.statusCode, headers: response.headers, body: await text(response) };
    },
    async stop() {
      agent.destroy();
      if (isRunning()) {
        const ended = once(child, 'close');
        child.kill('SIGTERM');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const answers = () =>
    proxy.ask('/healthz').then(
      () => true,
      () => false,
    );
  // Caddy listens before it has a certificate.
  for (const deadline = Date.now() + 60_000; !(await answers()); await sleep(20)) {
    if (isRunning() && Date.now() < deadline) continue;
    await proxy.stop();
    throw new Error(`${name} did not start:\n${log}`);
  }
  return proxy;
}
