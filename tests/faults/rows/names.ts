import { setTimeout as sleep } from 'node:timers/promises';
import type { DnsResponse } from '../../../fakes/dns.ts';
import type { Fault } from '../fault.ts';
import { heal, killMail } from '../healing.ts';

/** Milliseconds for which a mail process keeps what DNS said, also that a name does not exist; and one second. */
const DNS_KEPT = 61_000;

/** DNS that fails, for a mail process that has just started. What answers NXDOMAIN is final and comes back to its sender; the rest waits. */
export const NAMES: Fault[] = [
  dns('DNS: SERVFAIL', 'the resolver fails for one destination', 'SERVFAIL'),
  dns('DNS: silence', 'the resolver says nothing about one destination', 'silence'),
  dns('DNS: NXDOMAIN', 'one destination has no name any more', null),
];

function dns(name: string, does: string, answer: DnsResponse | null): Fault {
  return {
    name,
    does,
    // DNS responses are cached for a minute, negative ones too.
    recovery: 90,
    async strike(world, chance) {
      const [first, ...rest] = world.destinations;
      if (!first) throw new Error('There is no destination');
      const ill = chance.pick([first, ...rest]);
      if (answer === null) world.sink.refusers.add(ill.person.destination);
      for (const domain of [ill.domain, `mx.${ill.domain}`]) {
        if (answer === null) delete world.dns.names[domain];
        else world.dns.names[domain] = answer;
      }
      // What is connected needs no name, and what was asked a moment ago is not asked again: a process that is new to it.
      await killMail(world);
      await world.mail.untilReady(60_000);
      await sleep(4000);
      if (answer === null) {
        // NXDOMAIN is final: until every process has forgotten it, mail for that destination is rightly refused.
        await heal(world);
        await sleep(DNS_KEPT);
      }
      return [];
    },
  };
}
