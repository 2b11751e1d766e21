import { setTimeout as sleep } from 'node:timers/promises';
import { atPoint, type Fault } from '../fault.ts';
import { WebUse } from '../load/web-use.ts';
import { countHits, killMail } from '../recovery.ts';
import { descendants } from '../world/daemon.ts';
import type { World } from '../world/world.ts';

const READY = 60_000;

/** kill -9 of Nameplate's processes, at random moments and at named steps of a delivery. */
export const KILLS: Fault[] = [
  {
    name: 'kill mail',
    description: 'kill -9 of the mail process at a random moment, twice',
    async inject(world, chance) {
      for (let kills = 0; kills < 2; kills++) {
        await sleep(chance.whole(200, 1500));
        await killMail(world);
        await world.mail.untilReady(READY);
      }
      return [];
    },
  },
  {
    name: 'kill one of two',
    description: 'kill -9 of one of the processes that share the SMTP port',
    async inject(world, chance) {
      await sleep(chance.whole(300, 1500));
      const processes = descendants(world.mail.pid);
      if (processes.length < 2) return [`harness: only ${processes.length} mail processes share the port`];
      process.kill(chance.pick([processes[0] ?? 0, ...processes.slice(1)]), 'SIGKILL');
      await countHits(world, true);
      await sleep(1500);
      return [];
    },
  },
  killAt(
    'kill before COMMIT',
    'store',
    'before',
    'kill -9 before the COMMIT that stores a message reaches the database',
  ),
  killAt(
    'kill after COMMIT',
    'store',
    'after',
    'kill -9 after the COMMIT that stores a message, before the sender gets 250',
  ),
  killAt(
    'kill before mark',
    'mark',
    'before',
    'kill -9 after the 250 of the destination, before the copy is removed from the queue',
  ),
  {
    name: 'kill at the 250',
    description: 'kill -9 before the 250 of the destination reaches the mail process',
    async inject(world, chance) {
      const { line } = chance.pick([world.destinations[0], ...world.destinations.slice(1)] as [Dest, ...Dest[]]);
      const held = Promise.withResolvers<void>();
      line.inject({ kind: 'hold reply', onHeld: () => held.resolve() }, 1);
      const missed = sleep(15_000).then(() => 'missed');
      if ((await Promise.race([held.promise, missed])) === 'missed')
        return ['harness: no message reached the 250 reply'];
      await killMail(world);
      line.clearFaults();
      await world.mail.untilReady(READY);
      return [];
    },
  },
  {
    name: 'kill web',
    description: 'kill -9 of the process for pages and jobs, during sign-ins and writes',
    async inject(world, chance) {
      const use = await WebUse.begin(world);
      for (let kills = 0; kills < 2; kills++) {
        await sleep(chance.whole(500, 2000));
        await world.web.kill();
        await world.web.untilReady(READY);
      }
      await sleep(500);
      return use.end();
    },
  },
  {
    name: 'rolling restart',
    description: 'SIGTERM of the mail process under load, twice',
    async inject(world, chance) {
      const countUnanswered = () =>
        [...world.ledger.entries.values()].filter(({ replies }) => replies.includes('none')).length;
      const before = countUnanswered();
      const broken: string[] = [];
      for (let times = 0; times < 2; times++) {
        await sleep(chance.whole(300, 1500));
        const code = await world.mail.restart();
        if (code !== 0) broken.push(`I8: the exit code after SIGTERM was ${code}`);
        await world.mail.untilReady(READY);
      }
      // The server sends 421 between transactions only, so a client that has sent the final dot gets its reply.
      const cut = countUnanswered() - before;
      if (cut > 0) broken.push(`I2: ${cut} senders were disconnected without a reply to their message`);
      return broken;
    },
  },
];

type Dest = World['destinations'][number];

function killAt(name: string, point: 'store' | 'mark', when: 'before' | 'after', description: string): Fault {
  return {
    name,
    description,
    load: { several: 0.7 },
    async inject(world) {
      const broken = await atPoint(world, { point, when }, () => killMail(world));
      await world.mail.untilReady(READY);
      return broken;
    },
  };
}
