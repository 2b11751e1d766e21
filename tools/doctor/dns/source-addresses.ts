import { withDnsDeadline } from '../../../mail/authenticate/dns-deadline.ts';
import { createSpf } from '../../../mail/authenticate/spf.ts';
import { isReserved } from '../../../mail/smtp-out/policy/reserved-addresses.ts';
import { type Finding, note, ok, wrong } from '../finding.ts';
import { addressesOf, type Dns, NoAnswer, orNone } from './dns.ts';
import { unlessUnanswered } from './resolver.ts';

const DNS_TIMEOUT_MS = 10_000;

interface Source {
  domain: string;
  hostname: string;
  /** MAIL_SOURCE_ADDRESS and MAIL_SEND_SOURCE_ADDRESS. */
  addresses: string[];
}

/** Checks that SPF covers the source addresses of mail, and that each address has a name that resolves back to it. */
export async function checkSources(dns: Dns, { domain, hostname, addresses }: Source): Promise<Finding[]> {
  const findings = addresses.map(async (address) => {
    // Behind NAT, receivers see another address, which the setting does not name.
    if (isReserved(address)) {
      return [note(`${address} is not a public address: SPF and PTR are needed for the address that others see`)];
    }
    const checks = [
      checkSpf(dns, address, hostname, domain),
      ...(hostname === domain ? [] : [checkSpf(dns, address, hostname, hostname)]),
      checkName(dns, address),
    ];
    return (await Promise.all(checks.map(unlessUnanswered))).flat();
  });
  return (await Promise.all(findings)).flat();
}

/** Returns the SPF terms of addresses. */
export function spfTerms(addresses: string[]): string[] {
  return addresses.map((address) => `ip${address.includes(':') ? 6 : 4}:${address}`);
}

async function checkSpf(dns: Dns, address: string, hostname: string, domain: string): Promise<Finding> {
  const deadline = withDnsDeadline(dns as Parameters<typeof withDnsDeadline>[0], DNS_TIMEOUT_MS);
  try {
    const client = { address, helo: hostname };
    const { verdict } = await createSpf(hostname)(client, `postmaster@${domain}`, deadline);
    if (verdict.result === 'temperror') throw new NoAnswer({ code: 'temperror', hostname: domain, syscall: 'SPF' });
    if (verdict.result === 'pass') return ok(`SPF of ${domain} covers ${address}`);
    const [term = ''] = spfTerms([address]);
    return wrong(`SPF of ${domain} does not cover ${address} (${verdict.result})`, `add ${term} to its SPF record`);
  } finally {
    deadline.end();
  }
}

async function checkName(dns: Dns, address: string): Promise<Finding> {
  for (const name of await orNone(dns.reverse(address))) {
    if ((await addressesOf(dns, name)).includes(address)) return ok(`${address} is called ${name} (PTR)`);
  }
  return wrong(
    `${address} has no name that leads back to it (PTR)`,
    'ask the provider of the address to set its PTR record: many servers reject mail without it',
  );
}
