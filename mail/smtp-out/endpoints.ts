import type { Log } from '../host/log.ts';
import type { DeliveryResult } from '../message/delivery-result.ts';
import { notNow } from './client/delivery-result.ts';
import { openClient } from './client/open-client.ts';
import type { SmtpTimeouts } from './client/smtp-connection.ts';
import { namesServer, type Policy } from './policy/mta-sts-policy.ts';
import { type TlsPolicy, tlsPolicyKey } from './policy/tls-policy.ts';
import type { Endpoint } from './pool/send-to-host.ts';
import type { Host } from './route.ts';

export interface EndpointsOptions {
  /** Our name in EHLO. */
  hostname: string;
  port: number;
  patience: Partial<SmtpTimeouts>;
  log: Log;
}

/** What stands in for a site that must not be used now. */
type Unusable = DeliveryResult;

/**
 * The hosts of a domain as sites, each address for itself, under what the domain demands: DANE where it pins
 * certificates (RFC 7672), else MTA-STS where it has a policy (RFC 8461), else TLS where it is offered.
 */
export function createEndpoints({ hostname, port, patience, log }: EndpointsOptions) {
  return function sitesOf(domain: string, hosts: Host[], policy: Policy | null): (Endpoint | Unusable)[] {
    return hosts.flatMap((host): (Endpoint | Unusable)[] => {
      const named = policy ? namesServer(policy, host.name) : true;
      if (policy?.mode === 'enforce' && !named) {
        return [noTls(host.name, `The MTA-STS policy of ${domain} does not name its mail server ${host.name}`)];
      }
      if (host.pins === 'unknown') {
        return [noTls(host.name, `Whether ${host.name} has TLSA records cannot be looked up`)];
      }
      const demand = demandOf(domain, host, policy);
      const testing = policy?.mode === 'testing' ? { domain, named } : null;
      return host.addresses.map((address) => siteOf(host, address, demand, testing));
    });
  };

  function siteOf({ name }: Host, address: string, demand: TlsPolicy, testing: Testing | null): Endpoint {
    const options = { name, host: address, port, hostname, demand, patience };
    return {
      key: `${name} ${address}:${port} ${tlsPolicyKey(demand)}`,
      host: name,
      final: true,
      async open(signal) {
        const peer = await openClient(options, signal);
        const fault = testing && (testing.named ? peer.mistrust(name) : 'The policy does not name the server');
        // Delivered all the same (RFC 8461 5.2): this is how a domain finds out before it enforces.
        if (fault) log.warn({ domain: testing?.domain, host: name, fault }, 'MTA-STS policy in testing is not met');
        return peer;
      },
    };
  }
}

interface Testing {
  domain: string;
  named: boolean;
}

function demandOf(domain: string, { name, pins }: Host, policy: Policy | null): TlsPolicy {
  // Records that nobody can use still say that the host speaks TLS (RFC 7672 2.2).
  if (Array.isArray(pins)) {
    return pins.length > 0 ? { kind: 'dane', records: pins, names: [name, domain] } : { kind: 'encrypted' };
  }
  return policy?.mode === 'enforce' ? { kind: 'verified', name } : { kind: 'opportunistic' };
}

function noTls(host: string, words: string): Unusable {
  return { ...notNow('4.7.5', words, host), cause: 'tls' };
}
