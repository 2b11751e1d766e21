import type { ARCData, DKIMResult } from 'mailauth';
import { getARChain } from 'mailauth/lib/arc/index.js';
import {
  DkimVerifier,
  type HeaderLine,
  type Headers,
  type KeyCache,
  type SignatureHeader,
} from 'mailauth/lib/dkim/dkim-verifier.js';
import { parseDkimHeaders } from 'mailauth/lib/tools.js';
import { BodyHash } from '../message/body-hash.ts';
import { signableFields } from '../message/header.ts';

/** More signatures than this no honest message has; each costs a question to the DNS and a verification. */
const MOST_SIGNATURES = 10;
/** Comparisons that the fields of one signature may cost: names in `h=`, times fields of the message. */
const MOST_COMPARISONS = 500_000;
const LONGEST_SIGNATURE = 16 * 1024;
const LONGEST_GAP = 256;

/** What the signatures of a message say. */
export interface Signatures {
  results: DKIMResult[];
  /** The ARC sets as they stand, the newest message signature verified. */
  arc: ARCData & { keyCache: KeyCache };
  /** SHA-256 of the body in its relaxed form, in base64: what our own signatures need. */
  bodyHash: string;
}

/**
 * Verifies the DKIM signatures of a message and the newest signature of its ARC sets, in one pass over the body.
 */
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
 * mailauth's verifier without its stream and its parsers: the header comes parsed, the body's hashes are ours, and
 * what only serves to keep us busy is not looked at.
 */
class Verifier extends DkimVerifier {
  private seen = 0;

  /** Without authors it compares no organizational domains: for signatures that pass, DMARC does that. */
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
      // Older sealers mean relaxed/relaxed where they leave c= out.
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
    if (names * this.headers.parsed.length > MOST_COMPARISONS) header.skip = 'too many fields';
    else if (header.type === 'DKIM' && ++this.seen > MOST_SIGNATURES) header.skip = 'too many signatures';
    else super.prepareSignature(header);
  }

  /** Without the fingerprint of the signature, which nobody here asks for. */
  override baseResult({ signingDomain, selector }: SignatureHeader): object {
    return { signingDomain, selector };
  }

  override addBodyHash(form: string, algorithm: string, most: number | ''): string {
    const key = `${form}:${algorithm}:${most}`;
    if (!this.bodyHashes.has(key)) {
      const limit = most === '' ? Number.POSITIVE_INFINITY : most;
      this.bodyHashes.set(key, new BodyHash(form === 'relaxed' ? 'relaxed' : 'simple', algorithm, limit));
    }
    return key;
  }
}

/** The header in mailauth's form, of whose own parser the time grows with the square of the folded lines. */
function parsedHeaders(head: Buffer): Headers {
  const parsed = signableFields(head).map(({ name, start, end }): HeaderLine => {
    const line = head.subarray(start, head[end - 1] === 10 ? end - 2 : end);
    const casedKey = line.toString('latin1', 0, name.length);
    return { key: isSignature(name) && isTiresome(line) ? '' : name, casedKey, line };
  });
  return { parsed, original: head };
}

function isSignature(key: string): boolean {
  return key === 'dkim-signature' || key.startsWith('arc-');
}

/** Whether a field is made to be slow to read: very long, or with a gap on which backtracking patterns run for ever. */
function isTiresome(line: Buffer): boolean {
  if (line.length > LONGEST_SIGNATURE) return true;
  let gap = 0;
  for (const byte of line) {
    gap = byte === 32 || byte === 9 || byte === 13 || byte === 10 ? gap + 1 : 0;
    if (gap > LONGEST_GAP) return true;
  }
  return false;
}
