import type { Config } from '../../server/platform/config/config.ts';
import { type Finding, ok, wrong } from './finding.ts';

/**
 * Checks TRUST_PROXY. Nameplate serves plain HTTP, so an HTTPS address means that there is a proxy in front, whose
 * address must be known.
 */
export function checkProxy({ site, trustProxy }: Pick<Config, 'site' | 'trustProxy'>): Finding[] {
  if (trustProxy.length > 0) return [ok(`clients are distinguished behind the proxy at ${trustProxy.join(', ')}`)];
  if (!site.origin.startsWith('https:')) return [];
  return [
    wrong(
      'a proxy serves PUBLIC_URL, and TRUST_PROXY does not name it: limits per network count all clients as one',
      'set TRUST_PROXY to the address from which the proxy connects',
    ),
  ];
}
