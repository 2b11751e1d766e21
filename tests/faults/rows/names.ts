import { setTimeout as sleep } from 'node:timers/promises';
import type { DnsAnswer } from '../../../fakes/dns.ts';
import type { Fault } from '../fault.ts';

/** DNS that fails. What answers NXDOMAIN is final and comes back to its sender; the rest waits. */
export const NAMES: Fault[] = [
  dns('DNS: SERVFAIL', 'the resolver fails for one destination', 'SERVFAIL'),
  dns('DNS: silence', 'the resolver says nothing about one destination', 'silence'),
  dns('DNS: NXDOMAIN', 'one destination has no name any more', null),
];

function dns(name: string, does: string, answer: DnsAnswer | null): Fault {
  return {
    name,
    does,
    async strike(world, chance) {
      const [first, ...rest] = world.destinations;
      if (!first) throw new Error('There is no destination');
      const ill = chance.pick([first, ...rest]);
      for (const domain of [ill.domain, `mx.${ill.domain}`]) {
        if (answer === null) delete world.dns.names[domain];
        else world.dns.names[domain] = answer;
      }
      // What is connected needs no name.
      ill.inbox.dropConnections();
      ill.line.drop();
      await sleep(4000);
      return [];
    },
  };
}
