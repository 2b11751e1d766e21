import { setTimeout as sleep } from 'node:timers/promises';
import type { DnsResponse } from '../../../fakes/dns.ts';
import type { Fault } from '../fault.ts';
import { heal, killMail } from '../healing.ts';

/** Milliseconds until a mail process drops a cached DNS response, negative ones included, and one second more. */
const DNS_KEPT = 61_000;

/** DNS failures for a mail process that has just started. NXDOMAIN is permanent and returns mail; the others defer it. */
export const NAMES: Fault[] = [
  dns('DNS: SERVFAIL', 'the resolver returns SERVFAIL for one destination', 'SERVFAIL'),
  dns('DNS: silence', 'the resolver does not respond for one destination', 'silence'),
  dns('DNS: NXDOMAIN', 'the domain of one destination does not exist any more', null),
];

function dns(name: string, does: string, response: DnsResponse | null): Fault {
  return {
    name,
    does,
    // DNS responses are cached for a minute, negative ones too.
    recovery: 90,
    async strike(world, chance) {
      const [first, ...rest] = world.destinations;
      if (!first) throw new Error('There is no destination');
      const ill = chance.pick([first, ...rest]);
      if (response === null) world.sink.refusers.add(ill.person.destination);
      for (const domain of [ill.domain, `mx.${ill.domain}`]) {
        if (response === null) delete world.dns.names[domain];
        else world.dns.names[domain] = response;
      }
      // A running process has open connections and cached responses; a new one must query DNS.
      await killMail(world);
      await world.mail.untilReady(60_000);
      await sleep(4000);
      if (response === null) {
        // NXDOMAIN is permanent: mail for that destination is rejected until the cached response of every process expires.
        await heal(world);
        await sleep(DNS_KEPT);
      }
      return [];
    },
  };
}
