/** As `dns.promises.Resolver`: rejects with `code` ENOTFOUND or ENODATA for "none", anything else for "cannot tell". */
export interface Resolver {
  resolve(name: string, type: string): Promise<unknown>;
  /** Addresses with the seconds they hold, where the host can tell. */
  resolve4?(name: string, options: { ttl: true }): Promise<{ address: string; ttl: number }[]>;
  resolve6?(name: string, options: { ttl: true }): Promise<{ address: string; ttl: number }[]>;
}
