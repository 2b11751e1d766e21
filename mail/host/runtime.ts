import type { KeyObject } from 'node:crypto';

/** Returns the current time of day. */
export type Clock = () => Date;

/** A pino logger: `details` has the event name and fields. */
export interface Log {
  debug(details: object, text: string): void;
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
  error(details: object, text: string): void;
}

/**
 * Like `dns.promises.Resolver`: rejects with ENOTFOUND or ENODATA if there are no records, and with another code if the
 * lookup fails.
 */
export interface Resolver {
  resolve(name: string, type: string): Promise<unknown>;
  /** Addresses with their TTL in seconds, if available. */
  resolve4?(name: string, options: { ttl: true }): Promise<{ address: string; ttl: number }[]>;
  resolve6?(name: string, options: { ttl: true }): Promise<{ address: string; ttl: number }[]>;
}

/** One key of our domain, for DKIM and ARC. */
export interface SigningKey {
  selector: string;
  privateKey: KeyObject;
}
