import { setTimeout as sleep } from 'node:timers/promises';
import type { DnsResponse } from '../../../fakes/dns.ts';
import type { Fault } from '../fault.ts';
import { clearFaults, killMail } from '../recovery.ts';

/** Milliseconds until a mail process drops a cached DNS response, negative ones included, and one second more. */
const DNS_CACHE_MS = 61_000;

/** DNS failures for a mail process that has just started. NXDOMAIN is permanent and returns mail; the others defer it. */
export const DNS: Fault[] = [
  dns('DNS: SERVFAIL', 'the resolver returns SERVFAIL for one destination', 'SERVFAIL'),
  dns('DNS: silence', 'the resolver does not respond for one destination', 'silence'),
  dns('DNS: NXDOMAIN', 'the domain of one destination no longer exists', null),
];

function dns(name: string, description: string, response: DnsResponse | null): Fault {
  return {
    name,
    description,
    // DNS responses are cached for a minute, negative ones too.
    recovery: 90,
    async inject(world, chance) {
      const [first, ...rest] = world.destinations;
      if (!first) throw new Error('The test needs a destination');
      const faulty = chance.pick([first, ...rest]);
      if (response === null) world.sink.rejecting.add(faulty.person.destination);
      for (const domain of [faulty.domain, `mx.${faulty.domain}`]) {
        if (response === null) delete world.dns.names[domain];
        else world.dns.names[domain] = response;
      }
      // A running process has open connections and cached responses; a new one must query DNS.
      await killMail(world);
      await world.mail.untilReady(60_000);
      await sleep(4000);
      if (response === null) {
        // NXDOMAIN is permanent: mail for that destination is rejected until the cached response of every process expires.
        await clearFaults(world);
        await sleep(DNS_CACHE_MS);
      }
      return [];
    },
  };
}
