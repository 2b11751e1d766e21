import { createPublicKey } from 'node:crypto';
import { createKeyCache, type KeyCache, type KeyRecord } from './mailauth-internals.ts';

type Resolve = KeyCache['resolver'];

/** Parsed keys, cached for as long as the DNS response they come from. */
const parsedKeys = new WeakMap<object, Map<string, Promise<KeyRecord>>>();

/**
 * Creates a key cache for one message. Each published record is parsed once for all messages, provided that `resolve`
 * returns the same array while it caches a response.
 */
export function senderKeys(resolve: Resolve): KeyCache {
  async function lookUp(...[type, name, minBitLength, options]: Parameters<KeyCache['get']>): Promise<KeyRecord> {
    const response = await resolve(name, 'TXT').catch((error: NodeJS.ErrnoException) => {
      // A malformed name has no key. mailauth would report a DNS failure.
      throw error.code === 'EBADNAME' ? Object.assign(new Error(error.message), { code: 'ENOTFOUND' }) : error;
    });
    if (typeof response !== 'object' || response === null)
      throw Object.assign(new Error('No DKIM key'), { code: 'ENODATA' });
    const known = parsedKeys.get(response) ?? new Map<string, Promise<KeyRecord>>();
    parsedKeys.set(response, known);
    const variant = `${minBitLength ?? ''} ${options?.hashAlgo ?? ''}`;
    const key =
      known.get(variant) ?? parse(createKeyCache(async () => response).get(type, name, minBitLength, options));
    known.set(variant, key);
    return key;
  }

  return {
    resolver: resolve,
    get(...args) {
      const key = lookUp(...args);
      // mailauth prefetches keys: a rejection before the await would be unhandled.
      key.catch(() => {});
      return key;
    },
  };
}

async function parse(record: Promise<KeyRecord>): Promise<KeyRecord> {
  const found = await record;
  return { ...found, publicKey: createPublicKey(found.publicKey as string) };
}
