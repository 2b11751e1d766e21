import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import type { Fault } from '../fault.ts';
import type { Relay } from '../world.ts';

/** Faults of the relay that all mail goes through, one after the other. */
const WAYS: ((relay: Relay, chance: Chance) => void)[] = [
  ({ line }) => line.bend({ kind: 'cut reply' }, 8),
  ({ line }, chance) => line.bend({ kind: 'reset at', bytes: chance.whole(1, 4000) }),
  ({ line }) => line.bend({ kind: 'freeze' }),
  ({ inbox }, chance) => inbox.on(chance.pick(['banner', 'mail', 'data', 'dot']), 'hang'),
  ({ inbox }, chance) => inbox.on(chance.pick(['mail', 'rcpt', 'data', 'dot']), '451 4.3.2 Not now, says the relay'),
];

/** Faults of a relay (SMTP_RELAY_URL) for all outgoing mail, in a separate world. */
export const RELAY: Fault[] = [
  {
    name: 'relay cut',
    does: 'the relay is cut after the dot and in DATA, freezes, hangs and replies 4xx, and works in between',
    load: { several: 0.5 },
    recovery: 60,
    own: { relay: true },
    async strike(world, chance, load) {
      const { relay } = world;
      if (!relay) return ['harness: there is no relay'];
      const broken: string[] = [];
      for (const [at, way] of chance.shuffled(WAYS).entries()) {
        load.waits.length = 0;
        way(relay, chance);
        await sleep(2500);
        // Mail is accepted and queued even if the relay accepts nothing.
        if (load.waits.length === 0)
          broken.push(`I9: nobody's mail was taken in the ${at + 1}. of the relay's troubles`);
        relay.heal();
        await sleep(1000);
      }
      return broken;
    },
  },
];
