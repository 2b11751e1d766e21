import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transport } from '../host/transport.ts';
import type { OutgoingMessage } from '../message/outgoing-message.ts';
import { notNow } from './client/delivery-result.ts';

/** What stands in the .json file beside each .eml of an outbox. */
export interface OutboxEnvelope {
  id: string;
  from: string;
  to: string;
  utf8: boolean;
  size: number;
}

/**
 * Mail goes no further than a folder: `<id>.eml` has the bytes that would have been sent, `<id>.json` the envelope.
 * Ids sort by time. A message is there once its .eml is; a second attempt at one parcel writes the same file again.
 */
export function createOutbox(folder: string): Transport {
  return {
    async deliver(parcel, watch) {
      try {
        await mkdir(folder, { recursive: true });
        const { id, from, to, utf8 } = parcel;
        const envelope: OutboxEnvelope = { id, from, to, utf8, size: parcel.body.size };
        await writeDurably(folder, `${id}.json`, [Buffer.from(`${JSON.stringify(envelope, null, 2)}\n`)]);
        watch.onDot();
        await writeDurably(folder, `${id}.eml`, bytesOf(parcel));
        await syncFolder(folder);
        return { kind: 'delivered', code: 250, text: '250 2.0.0 Kept in the outbox', final: true, host: 'outbox' };
      } catch (error) {
        return notNow('4.3.0', `The outbox cannot be written: ${(error as Error).message}`, 'outbox');
      }
    },
    async close() {},
  };
}

function bytesOf(parcel: OutgoingMessage): AsyncIterable<Buffer> {
  return parcel.body.open() as AsyncIterable<Buffer>;
}

async function writeDurably(folder: string, name: string, bytes: Iterable<Buffer> | AsyncIterable<Buffer>) {
  const temporary = join(folder, `.${name}.tmp`);
  const file = await open(temporary, 'w', 0o600);
  try {
    for await (const chunk of bytes) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, join(folder, name));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
