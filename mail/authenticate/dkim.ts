import type { ARCData, DKIMResult } from 'mailauth';
import { BodyHash } from '../message/body-hash.ts';
import { signableFields } from '../message/header.ts';
import {
  DkimVerifier,
  getARChain,
  type HeaderLine,
  type Headers,
  type KeyCache,
  parseDkimHeaders,
  type SignatureHeader,
} from './mailauth-internals.ts';

/** Limits the cost: each signature requires a DNS query and a verification. */
const MAX_SIGNATURES = 10;
/** Limit for the number of names in `h=` multiplied by the number of header fields, per signature. */
const MAX_COMPARISONS = 500_000;
const MAX_SIGNATURE_LENGTH = 16 * 1024;
const MAX_BLANK_RUN = 256;

/** Results of the signatures of a message. */
export interface Signatures {
  results: DKIMResult[];
  /** ARC sets, with the newest message signature verified. */
  arc: ARCData & { keyCache: KeyCache };
  /** SHA-256 of the relaxed body in base64, for our own signatures. */
  bodyHash: string;
}

/** Verifies the DKIM signatures and the newest ARC message signature in one pass over the body. */
export async function verifySignatures(
  head: Buffer,
  body: Iterable<Buffer> | AsyncIterable<Buffer>,
  keys: KeyCache,
  now: Date,
): Promise<Signatures> {
  const verifier = new Verifier(keys, now);
  await verifier.messageHeaders(parsedHeaders(head));
  for await (const chunk of body) for (const hash of verifier.hashes) hash.update(chunk);
  await verifier.finalChunk();
  const { results, arc } = verifier;
  return { results, arc: { ...arc, keyCache: keys } as Signatures['arc'], bodyHash: verifier.relaxedHash };
}

/**
 * The mailauth verifier with our own header parser and body hashes, and with limits against messages that are expensive
 * to verify.
 */
class Verifier extends DkimVerifier {
  #signatureCount = 0;

  /** Passes no authors: DMARC evaluates alignment. */
  constructor(keys: KeyCache, now: Date) {
    super({ resolver: keys.resolver, rejectRsaSha1: true, curTime: now });
    this.keyCache = keys;
    this.addBodyHash('relaxed', 'sha256', '');
  }

  get hashes(): Iterable<BodyHash> {
    return this.bodyHashes.values() as Iterable<BodyHash>;
  }

  get relaxedHash(): string {
    return (this.bodyHashes.get('relaxed:sha256:') as { hash: string }).hash;
  }

  override async messageHeaders(headers: Headers): Promise<void> {
    this.headers = headers;
    try {
      const chain = getARChain(headers) || [];
      const last = chain.at(-1);
      this.arc.chain = chain;
      if (last) this.arc.lastEntry = last;
    } catch (error) {
      this.arc.error = error as Error;
    }
    for (const { key, line } of headers.parsed) {
      if (key === 'dkim-signature') this.signatureHeaders.push(Object.assign(parseDkimHeaders(line), { type: 'DKIM' }));
    }
    const sealed = this.arc.lastEntry?.['arc-message-signature'] as SignatureHeader | undefined;
    if (sealed) {
      sealed.type = 'ARC';
      // Some old sealers omit c= and use relaxed/relaxed.
      if (!sealed.parsed.c) sealed.fallbackCanonicalization = 'relaxed/relaxed';
      this.signatureHeaders.push(sealed);
    }
    for (const header of this.signatureHeaders) {
      this.prepareSignature(header);
      if (header.skip || header.invalid) continue;
      header.bodyHashKey = this.addBodyHash(header.bodyCanon, header.hashAlgo, header.maxBodyLength);
      if (header.fallbackCanonicalization) {
        header.fallbackBodyHashKey = this.addBodyHash('relaxed', header.hashAlgo, header.maxBodyLength);
      }
    }
  }

  override prepareSignature(header: SignatureHeader): void {
    const names = String(header.parsed.h?.value ?? '').split(':').length;
    if (names * this.headers.parsed.length > MAX_COMPARISONS) header.skip = 'too many fields';
    else if (header.type === 'DKIM' && ++this.#signatureCount > MAX_SIGNATURES) header.skip = 'too many signatures';
    else super.prepareSignature(header);
  }

  /** Omits the fingerprint of the signature, which is not used. */
  override baseResult({ signingDomain, selector, parsed }: SignatureHeader): object {
    return { signingDomain, selector, signature: String(parsed.b?.value ?? '') };
  }

  override addBodyHash(canonicalization: string, algorithm: string, max: number | ''): string {
    const key = `${canonicalization}:${algorithm}:${max}`;
    if (!this.bodyHashes.has(key)) {
      const limit = max === '' ? Number.POSITIVE_INFINITY : max;
      this.bodyHashes.set(key, new BodyHash(canonicalization === 'relaxed' ? 'relaxed' : 'simple', algorithm, limit));
    }
    return key;
  }
}

/** Returns the header in mailauth's format; mailauth's own parser takes quadratic time for folded lines. */
function parsedHeaders(head: Buffer): Headers {
  const parsed = signableFields(head).map(({ name, start, end }): HeaderLine => {
    const line = head.subarray(start, head[end - 1] === 10 ? end - 2 : end);
    const casedKey = line.toString('latin1', 0, name.length);
    return { key: isSignature(name) && isSlowToParse(line) ? '' : name, casedKey, line };
  });
  return { parsed, original: head };
}

function isSignature(key: string): boolean {
  return key === 'dkim-signature' || key.startsWith('arc-');
}

/** Returns whether a field would be slow to parse: too long, or with white space that makes patterns backtrack. */
function isSlowToParse(line: Buffer): boolean {
  if (line.length > MAX_SIGNATURE_LENGTH) return true;
  let gap = 0;
  for (const byte of line) {
    gap = byte === 32 || byte === 9 || byte === 13 || byte === 10 ? gap + 1 : 0;
    if (gap > MAX_BLANK_RUN) return true;
  }
  return false;
}
