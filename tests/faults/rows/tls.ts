import { setTimeout as sleep } from 'node:timers/promises';
import { type Certificate, makeCertificate } from '../../../fakes/certificates.ts';
import type { Chance } from '../chance.ts';
import type { Fault } from '../fault.ts';
import type { TlsBreak } from '../tls-door.ts';
import type { Destination } from '../world.ts';

/** Breaks the handshake or the TLS connection of a destination. */
type Trouble = (destination: Destination, chance: Chance) => void;

const shakes = (breaks: (chance: Chance) => TlsBreak): Trouble => {
  return ({ line }, chance) => {
    if (line.door) line.door.breaks = breaks(chance);
  };
};

const TROUBLES: Trouble[] = [
  shakes(() => ({ kind: 'cut at STARTTLS' })),
  shakes(() => ({ kind: '454' })),
  shakes(() => ({ kind: 'silence' })),
  shakes(() => ({ kind: 'garbage' })),
  shakes((chance) => ({ kind: 'reset at', bytes: chance.whole(1, 1200) })),
  shakes(() => ({ kind: 'cut when secured' })),
  ({ line }, chance) => line.bend({ kind: 'reset at', bytes: chance.whole(1, 4000) }),
  ({ line }) => line.bend({ kind: 'cut reply' }, 4),
  ({ line }) => line.bend({ kind: 'lie' }, 4),
  ({ line }) => line.bend({ kind: 'freeze' }),
];

/** Milliseconds until every destination has got mail over TLS, also on a busy machine. */
const SECURED_WITHIN = 30_000;

let certificate: Promise<Certificate> | undefined;

/** Faults of TLS to destinations, which have self-signed certificates. */
export const TLS: Fault[] = [
  {
    name: 'TLS out',
    does: 'all destinations offer STARTTLS; connections break after STARTTLS, in the handshake, in DATA and after the dot',
    load: { several: 0.5 },
    async strike(world, chance, load) {
      certificate ??= makeCertificate(['mx.d1.internal']);
      const own = await certificate;
      await Promise.all(world.destinations.map(({ line }) => line.offerTls(own)));
      const quietOnes = () => world.destinations.filter(({ line }) => line.door?.secured === 0);
      const deadline = Date.now() + SECURED_WITHIN;
      while (quietOnes().length > 0 && Date.now() < deadline) await sleep(100);
      await sleep(1500);
      const broken: string[] = [];
      const quiet = quietOnes();
      if (quiet.length > 0) broken.push(`harness: nothing came over TLS to ${quiet.length} destinations`);
      const troubles = chance.shuffled(TROUBLES);
      for (let turn = 0; turn * world.destinations.length < troubles.length; turn++) {
        load.waits.length = 0;
        for (const [at, destination] of world.destinations.entries()) {
          const trouble = troubles[turn * world.destinations.length + at];
          // Open connections need no handshake.
          destination.line.drop();
          trouble?.(destination, chance);
        }
        await sleep(3500);
        if (load.waits.length === 0) broken.push('I9: nobody was served while TLS was broken');
        for (const { line } of world.destinations) {
          line.straighten();
          if (line.door) line.door.breaks = null;
        }
      }
      await sleep(500);
      const struck = world.destinations.reduce((sum, { line }) => sum + (line.door?.broken ?? 0), 0);
      if (struck === 0) broken.push('harness: no handshake was broken');
      return broken;
    },
  },
];
