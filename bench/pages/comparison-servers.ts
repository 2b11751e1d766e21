import { fork, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../tests/support/server/free-port.ts';
import { findProgram } from '../find-program.ts';
import type { FirstResponse } from './first-response.ts';

export interface Peer {
  name: string;
  url: string;
  pid: number;
  /** Value of If-None-Match in a request for the same page. */
  etag: string;
  stop(): Promise<void>;
}

/** Response headers that each server sets itself. */
const SERVER_HEADERS = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'server']);

/** Starts a Node HTTP server that only sends these bytes. */
export async function startBareNode({ headers, body }: FirstResponse): Promise<Peer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nameplate-bench-'));
  const file = path.join(folder, 'response.json');
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !SERVER_HEADERS.has(name)));
  writeFileSync(file, JSON.stringify({ headers: kept, body: body.toString('base64') }));
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'), [file], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<never>((_, fail) =>
    child.once('exit', (code) => fail(new Error(`the plain Node server exited with ${code}`))),
  );
  ended.catch(() => undefined);
  const port = await Promise.race([
    new Promise<number>((done) => child.once('message', (sent) => done(Number(sent)))),
    ended,
  ]);
  return {
    name: 'bare Node http',
    url: `http://127.0.0.1:${port}/`,
    pid: child.pid ?? 0,
    etag: String(headers.etag),
    async stop() {
      child.kill();
      await ended.catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the path of nginx. `install` installs Debian's package without starting its service. Throws if it is missing. */
export function findNginx(install: boolean): string {
  if (!findProgram('nginx') && install) {
    if (process.getuid?.() !== 0) throw new Error('--install-peers needs root: apt-get installs nginx');
    // invoke-rc.d starts no service in runlevel 1.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    for (const act of ['update', 'install -y --no-install-recommends nginx']) {
      const { status, stderr } = spawnSync(`apt-get ${act}`, { env, encoding: 'utf8', shell: true });
      if (status !== 0) throw new Error(`apt-get ${act} failed:\n${stderr}`);
    }
  }
  const program = findProgram('nginx');
  if (!program)
    throw new Error(
      'nginx is not installed: run this as root with --install-peers, or measure another part (--only bytes)',
    );
  return program;
}

/** Starts nginx with one worker that sends the same bytes from a precompressed file. */
export async function startNginx(program: string, { headers, body }: FirstResponse): Promise<Peer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nameplate-bench-'));
  mkdirSync(path.join(folder, 'root'));
  writeFileSync(path.join(folder, 'root', 'page'), body);
  const port = await freePort();
  const config = path.join(folder, 'nginx.conf');
  writeFileSync(config, nginxConfig(folder, port, headers));
  const child = spawn(program, ['-p', folder, '-c', config, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const url = `http://127.0.0.1:${port}/page`;
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 100; tries += 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok)
      return { name: 'nginx, static file', url, pid: child.pid ?? 0, etag: response.headers.get('etag') ?? '', stop };
    if (child.exitCode !== null) break;
    await sleep(50);
  }
  await stop();
  throw new Error(`nginx does not respond:\n${output}`);
}

function nginxConfig(folder: string, port: number, headers: FirstResponse['headers']): string {
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
  const added = Object.entries(headers)
    .filter(([name]) => !SERVER_HEADERS.has(name) && !['etag', 'content-type', 'last-modified'].includes(name))
    .map(([name, value]) => `add_header ${name} ${quoted(String(value))};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path.join(folder, name)};`,
  );
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${path.join(folder, 'pid')};
events { worker_connections 512; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=10;
  keepalive_requests 1000000000;
  ${temporary.join('\n  ')}
  types {}
  default_type ${quoted(String(headers['content-type']))};
  server {
    listen 127.0.0.1:${port};
    root ${path.join(folder, 'root')};
    ${added.join('\n    ')}
  }
}
`;
}
