import { isIP } from 'node:net';
import { type IsProxy, withoutMapping } from '../../config/proxy-network.ts';

/** Addresses of X-Forwarded-For that are examined, from the right; a client can send any number. */
const MAX_HOPS = 20;

/**
 * Returns the address of the client: that of the connection or, behind our proxies, the last address in X-Forwarded-For
 * that is not one of our proxies. Equals `request.ip`, which exists only for requests of the framework.
 */
export function clientAddress(remote: string, forwarded: string | undefined, isProxy: IsProxy): string {
  let address = withoutMapping(remote);
  if (forwarded === undefined || !isProxy(address)) return address;
  for (const hop of forwarded.split(',').slice(-MAX_HOPS).reverse()) {
    const before = withoutMapping(hop.trim());
    if (isIP(before) === 0) return address;
    address = before;
    if (!isProxy(address)) return address;
  }
  return address;
}
