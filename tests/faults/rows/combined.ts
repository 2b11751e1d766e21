import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import type { Fault } from '../fault.ts';
import { CONNECTIONS } from './connections.ts';
import { DATABASE } from './database.ts';
import { DESTINATIONS } from './destinations.ts';
import { KILLS } from './kills.ts';

/** Up to `max` faults of each kind run in parallel. Two kills, or two database faults, would only hide each other. */
const KINDS: { of: Fault[]; names: string[]; max: number }[] = [
  { of: KILLS, names: ['kill mail', 'kill one of two'], max: 1 },
  { of: DATABASE, names: ['backend killed', 'immediate stop', 'database half-open'], max: 1 },
  {
    of: DESTINATIONS,
    names: [
      'hung destination',
      'reset in DATA',
      'cut after the dot',
      '4xx after acceptance',
      'half-open',
      'bad answers',
    ],
    max: 3,
  },
  { of: CONNECTIONS, names: ['silent clients', 'overload'], max: 1 },
];

/** Several faults in parallel. The allowed duplicates are the sum of their bounds. */
export const COMBINED: Fault[] = [
  {
    name: 'storm',
    description: 'a kill and faults of the database, of destinations and of clients in parallel, chosen by the seed',
    load: { several: 0.6 },
    recovery: 60,
    async inject(world, chance, load) {
      const parts = partsOf(chance);
      const broken = await Promise.all(
        parts.map(async (part) => {
          const own = chance.fork(part.name);
          await sleep(own.whole(0, 1500));
          return part.inject(world, own, load);
        }),
      );
      // Delays of other mail (I9) are expected while the database and the mail process are down.
      return broken.flatMap((texts, at) => texts.map((one) => `${one} (${parts[at]?.name})`)).filter(isNotDelay);
    },
  },
];

const isNotDelay = (text: string) => !text.startsWith('I9');

function partsOf(chance: Chance): Fault[] {
  return KINDS.flatMap(({ of, names, max }) => {
    const chosen = chance.shuffled(names).slice(0, chance.whole(1, max));
    return of.filter(({ name }) => chosen.includes(name));
  });
}
