import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transport } from '../host/transport.ts';
import type { OutgoingMessage } from '../message/outgoing-message.ts';
import { deferredResult } from './client/delivery-result.ts';

/** Content of the .json file beside each .eml file. */
export interface OutboxEnvelope {
  id: string;
  from: string;
  to: string;
  utf8: boolean;
  size: number;
}

/**
 * Creates a transport that writes mail to a folder: `<id>.eml` has the bytes to send, `<id>.json` the envelope.
 * Ids sort by time. The .eml file is written last; a second attempt overwrites it.
 */
export function createOutbox(folder: string): Transport {
  return {
    async deliver(message, watch) {
      try {
        await mkdir(folder, { recursive: true });
        const { id, from, to, utf8 } = message;
        const envelope: OutboxEnvelope = { id, from, to, utf8, size: message.body.size };
        await writeDurably(folder, `${id}.json`, [Buffer.from(`${JSON.stringify(envelope, null, 2)}\n`)]);
        watch.onDot();
        await writeDurably(folder, `${id}.eml`, bytesOf(message));
        await syncFolder(folder);
        return { kind: 'delivered', code: 250, text: '250 2.0.0 Written to the outbox', final: true, host: 'outbox' };
      } catch (error) {
        return deferredResult('4.3.0', `Cannot write to the outbox: ${(error as Error).message}`, 'outbox');
      }
    },
    async close() {},
  };
}

function bytesOf(message: OutgoingMessage): AsyncIterable<Buffer> {
  return message.body.open() as AsyncIterable<Buffer>;
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
