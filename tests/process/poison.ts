import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Loaded before server/main.ts and its children (`--import`): a message to spins@real.example keeps the event loop busy for
 * ever where it leaves for the outbox, while the file POISON names holds `on`. Each time a line in that file says so.
 */
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
    // So that whoever starts this process can see that it is ready first.
    await sleep(2000);
    const handle = openSync(file, 'a');
    writeSync(handle, `${process.pid}\n`);
    closeSync(handle);
    for (;;);
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
