import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import type { Fault } from '../fault.ts';
import { CROWDS } from './crowds.ts';
import { DATABASE } from './database.ts';
import { DESTINATIONS } from './destinations.ts';
import { KILLS } from './kills.ts';

/** Of each kind so many strike at once. Two of the first or second kind would only stand in each other's way. */
const KINDS: { of: Fault[]; names: string[]; most: number }[] = [
  { of: KILLS, names: ['kill mail', 'kill one of two'], most: 1 },
  { of: DATABASE, names: ['backend killed', 'immediate stop', 'database half-open'], most: 1 },
  {
    of: DESTINATIONS,
    names: ['hung destination', 'reset in DATA', 'cut after the dot', 'lying: 4xx', 'half-open', 'bad answers'],
    most: 3,
  },
  { of: CROWDS, names: ['silent clients', 'overload'], most: 1 },
];

/** Several faults in parallel. The allowed duplicates are the sum of their bounds. */
export const STORM: Fault[] = [
  {
    name: 'storm',
    does: 'a kill, the database, destinations and crowds all at once, as the seed has it',
    load: { several: 0.6 },
    recovery: 60,
    async strike(world, chance, load) {
      const parts = partsOf(chance);
      const broken = await Promise.all(
        parts.map(async (part) => {
          const own = chance.fork(part.name);
          await sleep(own.whole(0, 1500));
          return part.strike(world, own, load);
        }),
      );
      // How quick the others' mail is says nothing while the database and the process are away as well.
      return broken.flatMap((words, at) => words.map((one) => `${one} (${parts[at]?.name})`)).filter(isNotAboutTime);
    },
  },
];

const isNotAboutTime = (words: string) => !words.startsWith('I9');

function partsOf(chance: Chance): Fault[] {
  return KINDS.flatMap(({ of, names, most }) => {
    const chosen = chance.shuffled(names).slice(0, chance.whole(1, most));
    return of.filter(({ name }) => chosen.includes(name));
  });
}
