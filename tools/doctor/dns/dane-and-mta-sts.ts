import type { Resolver } from '../../../mail/host/runtime.ts';
import { plainLookup } from '../../../mail/smtp-out/dns-lookup.ts';
import { areOnLoopback, dnssecLookup } from '../../../mail/smtp-out/dnssec-lookup.ts';
import { fetchPolicy, PolicyHostUntrusted, type PolicyServer } from '../../../mail/smtp-out/policy/mta-sts-fetch.ts';
import { coversHost } from '../../../mail/smtp-out/policy/mta-sts-policy.ts';
import { policyHost } from '../../../server/mail/mta-sts-rules.ts';
import { type Finding, note, ok, wrong } from '../finding.ts';

/** A signed zone. It has no MX record; the signed denial of existence is enough to detect validation. */
const SIGNED = 'org';

/** Checks whether the resolver validates DNSSEC, which DANE requires (RFC 7672 2.1). */
export async function checkDane(servers: string[]): Promise<Finding> {
  const todo = 'set DNS_SERVERS to a validating resolver on this machine, such as unbound on 127.0.0.1';
  if (!areOnLoopback(servers)) return note(`DANE is off (${todo})`);
  const where = `the resolver at ${servers.join(', ')}`;
  try {
    const { secure } = await dnssecLookup({ servers, timeout: 3000, tries: 1 }).find(SIGNED, 'MX');
    if (secure) return ok(`DANE is on: ${where} validates`);
    return wrong(`DANE is off: ${where} does not validate`, 'turn on DNSSEC validation there');
  } catch (error) {
    return wrong(`${where} does not respond: ${(error as Error).message}`, 'check DNS_SERVERS');
  }
}

/** Fetches our MTA-STS policy as senders do, which includes verifying the certificate of its host. */
export async function checkPolicy(
  { domain, hostname }: { domain: string; hostname: string },
  resolver: Resolver,
  server: Partial<PolicyServer> = {},
): Promise<Finding> {
  const address = `https://${policyHost(domain)}/.well-known/mta-sts.txt`;
  try {
    const policy = await fetchPolicy(domain, { lookup: plainLookup(resolver), allowLocal: true, ...server });
    if (coversHost(policy, hostname)) return ok(`${address} serves our MTA-STS policy (mode ${policy.mode})`);
    return wrong(`the MTA-STS policy at ${address} does not name ${hostname}`, 'route this address to Nameplate');
  } catch (error) {
    if (error instanceof PolicyHostUntrusted) {
      return wrong(
        `senders reject the certificate of ${policyHost(domain)} and see no MTA-STS policy (${error.message})`,
        `give the proxy a certificate of a public authority for ${policyHost(domain)}, with the complete chain`,
      );
    }
    return note(`senders see no MTA-STS policy: ${address} cannot be fetched (${(error as Error).message})`);
  }
}
