import type { DeliveryResult, Log } from '../host.ts';
import { deferredResult } from './client/delivery-result.ts';
import { openClient } from './client/open-client.ts';
import type { SmtpTimeouts } from './client/smtp-connection.ts';
import { coversHost, type MtaStsPolicy } from './policy/mta-sts-policy.ts';
import { type TlsPolicy, tlsPolicyKey } from './policy/tls-policy.ts';
import type { Endpoint } from './pool/send-to-host.ts';
import type { Host } from './route.ts';

export interface EndpointsOptions {
  /** Our name in EHLO. */
  hostname: string;
  port: number;
  timeouts: Partial<SmtpTimeouts>;
  log: Log;
}

/** What stands in for a site that must not be used now. */
type Unusable = DeliveryResult;

/**
 * The hosts of a domain as sites, each address for itself, under what the domain demands: DANE where it pins
 * certificates (RFC 7672), else MTA-STS where it has a policy (RFC 8461), else TLS where it is offered.
 */
export function createEndpoints({ hostname, port, timeouts: patience, log }: EndpointsOptions) {
  return function endpointsOf(domain: string, hosts: Host[], policy: MtaStsPolicy | null): (Endpoint | Unusable)[] {
    return hosts.flatMap((host): (Endpoint | Unusable)[] => {
      const named = policy ? coversHost(policy, host.name) : true;
      if (policy?.mode === 'enforce' && !named) {
        return [tlsFailure(host.name, `The MTA-STS policy of ${domain} does not name its mail server ${host.name}`)];
      }
      if (host.tlsa === 'unknown') {
        return [tlsFailure(host.name, `Whether ${host.name} has TLSA records cannot be looked up`)];
      }
      const tlsPolicy = tlsPolicyOf(domain, host, policy);
      const testing = policy?.mode === 'testing' ? { domain, named } : null;
      return host.addresses.map((address) => endpointOf(host, address, tlsPolicy, testing));
    });
  };

  function endpointOf({ name }: Host, address: string, tlsPolicy: TlsPolicy, testing: TestedPolicy | null): Endpoint {
    const options = { name, host: address, port, hostname, demand: tlsPolicy, patience };
    return {
      key: `${name} ${address}:${port} ${tlsPolicyKey(tlsPolicy)}`,
      host: name,
      final: true,
      async open(signal) {
        const client = await openClient(options, signal);
        const fault = testing && (testing.named ? client.certificateFault(name) : 'The policy does not name the server');
        // Delivered all the same (RFC 8461 5.2): this is how a domain finds out before it enforces.
        if (fault) log.warn({ domain: testing?.domain, host: name, fault }, 'MTA-STS policy in testing is not met');
        return client;
      },
    };
  }
}

interface TestedPolicy {
  domain: string;
  named: boolean;
}

function tlsPolicyOf(domain: string, { name, tlsa: pins }: Host, policy: MtaStsPolicy | null): TlsPolicy {
  // Records that nobody can use still say that the host speaks TLS (RFC 7672 2.2).
  if (Array.isArray(pins)) {
    return pins.length > 0 ? { kind: 'dane', records: pins, names: [name, domain] } : { kind: 'encrypted' };
  }
  return policy?.mode === 'enforce' ? { kind: 'verified', name } : { kind: 'opportunistic' };
}

function tlsFailure(host: string, text: string): Unusable {
  return { ...deferredResult('4.7.5', text, host), about: 'tls' };
}
