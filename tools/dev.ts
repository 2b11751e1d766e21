import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'vite';
import { freePort } from '../db/free-port.ts';
import { parseConfig } from '../server/platform/config/config.ts';
import { startViteProxy } from './dev/vite-proxy.ts';

const ROOT = join(import.meta.dirname, '..');
const config = parseConfig(process.env);
const backend = await freePort();
const vite = await startViteProxy({ port: config.port, host: config.listenHost, backend });

// A separate process group: Ctrl-C then reaches the server only through `stop`. A second signal would abort its shutdown.
// The server restarts when one of its files changes, including the built renderer of public pages. Node watches only files of the
// process that it starts, so there is no supervisor, and no separate mail process unless a setting asks for one.
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/serve.ts'], {
  cwd: ROOT,
  env: { MAIL_PROCESSES: '0', ...process.env, PORT: String(backend), PUBLIC_URL: config.site.origin },
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true,
});

// The server renders public pages with the built renderer. Changes during a build start one more build after it.
let building = false;
let changed = false;
vite.watcher.on('change', async (file) => {
  if (!/\/(web\/public-page|contract)\//.test(file)) return;
  changed = true;
  if (building) return;
  building = true;
  while (changed) {
    changed = false;
    await build({ root: ROOT, logLevel: 'error', build: { ssr: true } }).catch((error: Error) =>
      console.error(error.message),
    );
  }
  building = false;
});

let stopping = false;
const stop = async () => {
  if (stopping) return;
  stopping = true;
  if (server.exitCode === null && server.signalCode === null) server.kill('SIGTERM');
  await vite.close();
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
server.once('exit', async (code) => {
  await stop();
  process.exit(code ?? 0);
});
