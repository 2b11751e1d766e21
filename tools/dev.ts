import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'vite';
import { parseConfig } from '../server/platform/config/config.ts';
import { freePort } from '../tests/support/server/free-port.ts';
import { startFront } from './dev/front.ts';

const ROOT = join(import.meta.dirname, '..');
const config = parseConfig(process.env);
const backend = await freePort();
const vite = await startFront({ port: config.port, host: config.listenHost, backend });

// In a group of its own, so that Ctrl-C reaches it once, through us: a second signal would cut its ending short.
// It starts again when one of its files changes, the built renderer of public pages included.
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: ROOT,
  env: { ...process.env, PORT: String(backend), PUBLIC_URL: config.site.origin },
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true,
});

// The server draws public pages with the built renderer; one build at a time, and one more when files changed meanwhile.
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
