import { setTimeout as sleep } from 'node:timers/promises';
import { type Certificate, makeCertificate } from '../../../fakes/certificates.ts';
import type { Chance } from '../chance.ts';
import type { Fault } from '../fault.ts';
import type { TlsFailure } from '../proxies/tls-proxy.ts';
import type { Destination } from '../world/world.ts';

/** Breaks the handshake or the TLS connection of a destination. */
type InjectFault = (destination: Destination, chance: Chance) => void;

const tlsFailure = (failure: (chance: Chance) => TlsFailure): InjectFault => {
  return ({ line }, chance) => {
    if (line.tlsProxy) line.tlsProxy.failure = failure(chance);
  };
};

const INJECTIONS: InjectFault[] = [
  tlsFailure(() => ({ kind: 'cut at STARTTLS' })),
  tlsFailure(() => ({ kind: '454' })),
  tlsFailure(() => ({ kind: 'silence' })),
  tlsFailure(() => ({ kind: 'garbage' })),
  tlsFailure((chance) => ({ kind: 'reset at', bytes: chance.whole(1, 1200) })),
  tlsFailure(() => ({ kind: 'cut when secured' })),
  ({ line }, chance) => line.inject({ kind: 'reset at', bytes: chance.whole(1, 4000) }),
  ({ line }) => line.inject({ kind: 'cut reply' }, 4),
  ({ line }) => line.inject({ kind: 'false reply' }, 4),
  ({ line }) => line.inject({ kind: 'freeze' }),
];

/** Milliseconds until every destination has got mail over TLS, even on a busy machine. */
const TLS_TIMEOUT_MS = 30_000;

let certificate: Promise<Certificate> | undefined;

/** Faults of TLS to destinations, which have self-signed certificates. */
export const TLS: Fault[] = [
  {
    name: 'TLS out',
    description:
      'all destinations offer STARTTLS; connections break after STARTTLS, in the handshake, in DATA and after the dot',
    load: { several: 0.5 },
    async inject(world, chance, load) {
      certificate ??= makeCertificate(['mx.d1.internal']);
      const own = await certificate;
      await Promise.all(world.destinations.map(({ line }) => line.offerTls(own)));
      const withoutTls = () => world.destinations.filter(({ line }) => line.tlsProxy?.secured === 0);
      const deadline = Date.now() + TLS_TIMEOUT_MS;
      while (withoutTls().length > 0 && Date.now() < deadline) await sleep(100);
      await sleep(1500);
      const broken: string[] = [];
      const quiet = withoutTls();
      if (quiet.length > 0) broken.push(`harness: ${quiet.length} destinations got no mail over TLS`);
      const injections = chance.shuffled(INJECTIONS);
      for (let turn = 0; turn * world.destinations.length < injections.length; turn++) {
        load.waits.length = 0;
        for (const [at, destination] of world.destinations.entries()) {
          const inject = injections[turn * world.destinations.length + at];
          // Open connections need no handshake.
          destination.line.drop();
          inject?.(destination, chance);
        }
        await sleep(3500);
        if (load.waits.length === 0) broken.push('I9: no mail was accepted while TLS was broken');
        for (const { line } of world.destinations) {
          line.clearFault();
          if (line.tlsProxy) line.tlsProxy.failure = null;
        }
      }
      await sleep(500);
      const failed = world.destinations.reduce((sum, { line }) => sum + (line.tlsProxy?.failed ?? 0), 0);
      if (failed === 0) broken.push('harness: no handshake failed');
      return broken;
    },
  },
];
