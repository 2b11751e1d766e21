declare module 'mailauth/lib/dkim/dkim-verifier.js' {
  import type { ARCData, DKIMResult } from 'mailauth';

  /** One field: its name in lower case and as written, and its bytes without the last CRLF. */
  export interface HeaderLine {
    key: string;
    casedKey: string;
    line: Buffer;
  }

  export interface Headers {
    parsed: HeaderLine[];
    original: Buffer;
  }

  export interface SignatureHeader {
    type: 'DKIM' | 'ARC';
    parsed: Record<string, { value: string | number } | undefined>;
    skip?: string;
    invalid?: string;
    bodyCanon: 'simple' | 'relaxed';
    hashAlgo: string;
    maxBodyLength: number | '';
    bodyHashKey?: string;
    signingDomain?: string;
    selector?: string;
    fallbackCanonicalization?: string;
    fallbackBodyHashKey?: string;
  }

  export interface KeyRecord {
    publicKey: string | import('node:crypto').KeyObject;
  }

  export interface KeyCache {
    resolver: (name: string, type: string) => Promise<unknown>;
    get(
      type: string,
      name: string,
      minBitLength?: number,
      options?: { strict?: boolean; hashAlgo?: string },
    ): Promise<KeyRecord>;
  }

  /** Verifies the signatures of one message: headers, then the body in pieces, then the end. */
  export class DkimVerifier {
    constructor(options: {
      resolver: KeyCache['resolver'];
      minBitLength?: number;
      rejectRsaSha1?: boolean;
      curTime?: Date;
    });
    headers: Headers;
    strict: boolean;
    results: DKIMResult[];
    signatureHeaders: SignatureHeader[];
    bodyHashes: Map<string, unknown>;
    arc: ARCData & { chain: import('mailauth').ARCChainEntry[] | false; error?: Error };
    keyCache: KeyCache;
    messageHeaders(headers: Headers): Promise<void>;
    prepareSignature(header: SignatureHeader): void;
    baseResult(header: SignatureHeader, format?: string): object;
    addBodyHash(bodyCanon: string, hashAlgo: string, maxBodyLength: number | ''): string;
    nextChunk(chunk: Buffer): Promise<void>;
    finalChunk(): Promise<void>;
  }
}

declare module 'mailauth/lib/tools.js' {
  import type { KeyCache } from 'mailauth/lib/dkim/dkim-verifier.js';

  export function parseDkimHeaders(line: Buffer): import('mailauth/lib/dkim/dkim-verifier.js').SignatureHeader;
  export function formatAuthHeaderRow(method: string, status: object): string;
  export function getAlignment(domain: string, others: string[]): { domain: string } | false;
  export function createKeyCache(resolver: KeyCache['resolver']): KeyCache;
}
