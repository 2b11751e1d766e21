import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import type { Fault } from '../fault.ts';
import type { Relay } from '../world/world.ts';

/** Faults of the relay that all mail goes through, one after the other. */
const RELAY_FAULTS: ((relay: Relay, chance: Chance) => void)[] = [
  ({ line }) => line.inject({ kind: 'cut reply' }, 8),
  ({ line }, chance) => line.inject({ kind: 'reset at', bytes: chance.whole(1, 4000) }),
  ({ line }) => line.inject({ kind: 'freeze' }),
  ({ inbox }, chance) => inbox.on(chance.pick(['banner', 'mail', 'data', 'dot']), 'hang'),
  ({ inbox }, chance) =>
    inbox.on(chance.pick(['mail', 'rcpt', 'data', 'dot']), '451 4.3.2 Relay temporarily unavailable'),
];

/** Faults of a relay (SMTP_RELAY_URL) for all outgoing mail, in a separate world. */
export const RELAY: Fault[] = [
  {
    name: 'relay cut',
    description: 'the relay is cut after the dot and in DATA, freezes, hangs and replies 4xx, and works in between',
    load: { several: 0.5 },
    recovery: 60,
    own: { relay: true },
    async inject(world, chance, load) {
      const { relay } = world;
      if (!relay) return ['harness: the world has no relay'];
      const broken: string[] = [];
      for (const [at, inject] of chance.shuffled(RELAY_FAULTS).entries()) {
        load.waits.length = 0;
        inject(relay, chance);
        await sleep(2500);
        // Mail is accepted and queued even if the relay accepts nothing.
        if (load.waits.length === 0) broken.push(`I9: no mail was accepted during fault ${at + 1} of the relay`);
        relay.clearFaults();
        await sleep(1000);
      }
      return broken;
    },
  },
];
