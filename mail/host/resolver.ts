/** Like `dns.promises.Resolver`: rejects with code ENOTFOUND or ENODATA for no records, another code for a failure. */
export interface Resolver {
  resolve(name: string, type: string): Promise<unknown>;
  /** Addresses with their TTL in seconds, if available. */
  resolve4?(name: string, options: { ttl: true }): Promise<{ address: string; ttl: number }[]>;
  resolve6?(name: string, options: { ttl: true }): Promise<{ address: string; ttl: number }[]>;
}
