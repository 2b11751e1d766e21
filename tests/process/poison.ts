import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { ISOLATION_LIMITS } from '../../server/platform/jobs/isolated-process.ts';

/**
 * Loaded by `--import` before server/serve.ts and in its child processes. A message to spins@real.example blocks the event
 * loop forever when it is delivered to the outbox, as long as the file named by POISON begins with `on`. Each blocked
 * process appends its pid to that file. Before it blocks, a process waits for the file `${POISON}.go`, which the test
 * creates once the app is ready.
 */
ISOLATION_LIMITS.silence = 2000;

const SOURCE = `
export function createOutbox(...parts) {
  const outbox = original(...parts);
  return {
    ...outbox,
    async deliver(parcel, watch) {
      if (parcel.to === 'spins@real.example') await globalThis.swallowPoison();
      return outbox.deliver(parcel, watch);
    },
  };
}`;

Object.assign(globalThis, {
  async swallowPoison() {
    const file = process.env.POISON ?? '';
    if (!readFileSync(file, 'utf8').startsWith('on')) return;
    while (!existsSync(`${file}.go`)) await sleep(20);
    appendFileSync(file, `${process.pid}\n`);
    // Blocks as an endless loop would, without processor time.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
});

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/mail/smtp-out/outbox.ts')) return loaded;
    const text = String(loaded.source).replace('export function createOutbox', 'function original');
    return { ...loaded, source: text + SOURCE };
  },
});
