import type { Log } from '../host/runtime.ts';
import type { DeliveryResult } from '../message/delivery-result.ts';
import type { Traffic } from '../message/queued-message.ts';
import { deferredResult } from './client/delivery-result.ts';
import { openClient } from './client/open-client.ts';
import type { SmtpTimeouts } from './client/smtp-connection.ts';
import { coversHost, type MtaStsPolicy } from './policy/mta-sts-policy.ts';
import { type TlsPolicy, tlsPolicyKey } from './policy/tls-policy.ts';
import type { Endpoint } from './pool/send-to-host.ts';
import type { Host } from './route.ts';
import { type SourceAddresses, sourceFor } from './source-address.ts';

export interface EndpointsOptions {
  /** Our name in EHLO. */
  hostname: string;
  port: number;
  timeouts: Partial<SmtpTimeouts>;
  sources: SourceAddresses;
  log: Log;
}

/** The deferred result for a host that must not be contacted now. */
type Unusable = DeliveryResult;

/**
 * Creates a function that returns one endpoint for each address of each host, with its TLS policy: DANE if the host has
 * TLSA records (RFC 7672), otherwise MTA-STS if the domain has a policy (RFC 8461), otherwise opportunistic TLS. Each
 * source address has separate connections.
 */
export function createEndpoints({ hostname, port, timeouts, sources, log }: EndpointsOptions) {
  return function endpointsOf(
    domain: string,
    hosts: Host[],
    policy: MtaStsPolicy | null,
    traffic: Traffic,
  ): (Endpoint | Unusable)[] {
    return hosts.flatMap((host): (Endpoint | Unusable)[] => {
      const named = policy ? coversHost(policy, host.name) : true;
      if (policy?.mode === 'enforce' && !named) {
        return [tlsFailure(host.name, `The MTA-STS policy of ${domain} does not list its mail server ${host.name}`)];
      }
      if (host.tlsa === 'unknown') {
        return [tlsFailure(host.name, `DNS lookup of the TLSA records of ${host.name} failed`)];
      }
      const tlsPolicy = tlsPolicyOf(domain, host, policy);
      const testing = policy?.mode === 'testing' ? { domain, named } : null;
      const endpoints = host.addresses.flatMap((address) => {
        const source = sourceFor(sources[traffic], address);
        return source === null ? [] : [endpointOf({ host, address, source, tlsPolicy, testing })];
      });
      if (endpoints.length > 0 || host.addresses.length === 0) return endpoints;
      return [deferredResult('4.4.1', `${host.name} has no address of the family of our source address`, host.name)];
    });
  };

  function endpointOf({ host: { name }, address, source, tlsPolicy, testing }: EndpointParts): Endpoint {
    const from = source === undefined ? {} : { localAddress: source };
    const options = { name, host: address, port, hostname, tlsPolicy, timeouts, ...from };
    return {
      key: `${name} ${address}:${port} ${tlsPolicyKey(tlsPolicy)} ${source ?? ''}`,
      host: name,
      final: true,
      async open(signal) {
        const client = await openClient(options, signal);
        const fault =
          testing && (testing.named ? client.certificateFault(name) : 'The policy does not list the server');
        // In testing mode the mail is delivered despite the fault (RFC 8461 5).
        if (fault) {
          const details = { event: 'mail.mta_sts.testing_failed', domain: testing?.domain, host: name, fault };
          log.warn(details, 'The server violates the MTA-STS policy in testing mode');
        }
        return client;
      },
    };
  }
}

interface EndpointParts {
  host: Host;
  address: string;
  source: string | undefined;
  tlsPolicy: TlsPolicy;
  testing: TestedPolicy | null;
}

interface TestedPolicy {
  domain: string;
  named: boolean;
}

function tlsPolicyOf(domain: string, { name, tlsa }: Host, policy: MtaStsPolicy | null): TlsPolicy {
  // TLSA records require TLS even if none of them is usable (RFC 7672 2.2).
  if (Array.isArray(tlsa)) {
    return tlsa.length > 0 ? { kind: 'dane', records: tlsa, names: [name, domain] } : { kind: 'encrypted' };
  }
  return policy?.mode === 'enforce' ? { kind: 'verified', name } : { kind: 'opportunistic' };
}

function tlsFailure(host: string, text: string): Unusable {
  return { ...deferredResult('4.7.5', text, host), cause: 'tls' };
}
