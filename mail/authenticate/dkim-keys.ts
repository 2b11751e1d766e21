import { createPublicKey } from 'node:crypto';
import type { KeyCache, KeyRecord } from 'mailauth/lib/dkim/dkim-verifier.js';
import { createKeyCache } from 'mailauth/lib/tools.js';

type Resolve = KeyCache['resolver'];

/** Keys read from an answer of the DNS live as long as the answer does. */
const readKeys = new WeakMap<object, Map<string, Promise<KeyRecord>>>();

/**
 * Keys of senders for one message, each published record parsed once for all messages that use it. `resolve` must hand
 * out the same array for as long as an answer holds.
 */
export function senderKeys(resolve: Resolve): KeyCache {
  async function look(...[type, name, minBitLength, options]: Parameters<KeyCache['get']>): Promise<KeyRecord> {
    const answer = await resolve(name, 'TXT').catch((error: NodeJS.ErrnoException) => {
      // A name that cannot exist has no key; to the library it would be a failure of the DNS.
      throw error.code === 'EBADNAME' ? Object.assign(new Error(error.message), { code: 'ENOTFOUND' }) : error;
    });
    if (typeof answer !== 'object' || answer === null) throw Object.assign(new Error('No key'), { code: 'ENODATA' });
    const known = readKeys.get(answer) ?? new Map<string, Promise<KeyRecord>>();
    readKeys.set(answer, known);
    const question = `${minBitLength ?? ''} ${options?.hashAlgo ?? ''}`;
    const key = known.get(question) ?? parse(createKeyCache(async () => answer).get(type, name, minBitLength, options));
    known.set(question, key);
    return key;
  }

  return {
    resolver: resolve,
    get(...question) {
      const key = look(...question);
      // Some are asked for ahead of time, and failed before anybody waits for them; whoever waits is told.
      key.catch(() => {});
      return key;
    },
  };
}

async function parse(record: Promise<KeyRecord>): Promise<KeyRecord> {
  const found = await record;
  return { ...found, publicKey: createPublicKey(found.publicKey as string) };
}
