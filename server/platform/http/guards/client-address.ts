import { isIP } from 'node:net';

/** Addresses of X-Forwarded-For that are looked at, from the right; a client can send any number. */
const MAX_HOPS = 20;

/** Returns an address without the prefix of an IPv4 address on an IPv6 socket (RFC 4291 2.5.5.2). */
function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

/**
 * Returns the address of the client: that of the connection, or, behind our proxies, the last one of X-Forwarded-For that is
 * not a proxy of ours. Like `request.ip`, which only exists for requests of the framework.
 */
export function clientAddress(remote: string, forwarded: string | undefined, proxies: ReadonlySet<string>): string {
  let address = plain(remote);
  if (forwarded === undefined || !proxies.has(address)) return address;
  let end = forwarded.length;
  for (let hop = 0; hop < MAX_HOPS && end > 0; hop += 1) {
    const comma = forwarded.lastIndexOf(',', end - 1);
    const before = plain(forwarded.slice(comma + 1, end).trim());
    if (isIP(before) === 0) return address;
    address = before;
    if (!proxies.has(address)) return address;
    end = comma;
  }
  return address;
}
