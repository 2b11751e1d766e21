import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import { atPoint, type Fault } from '../fault.ts';
import { createSender, SubmissionLoad } from '../load/submission-load.ts';
import { killMail } from '../recovery.ts';
import type { World } from '../world/world.ts';

const READY = 60_000;

/** Faults while a handle submits mail, which is always stored before its 250. */
export const SUBMISSION: Fault[] = [
  submission(
    'submission: kill mail',
    'kill -9 of the mail process at a random moment, twice',
    async (world, chance) => {
      for (let kills = 0; kills < 2; kills++) {
        await sleep(chance.whole(500, 2000));
        await killMail(world);
        await world.mail.untilReady(READY);
      }
      return [];
    },
  ),
  submission(
    'submission: kill at COMMIT',
    'kill -9 before and after the COMMIT that stores a submitted message',
    async (world) => {
      const found: string[] = [];
      for (const when of ['before', 'after'] as const) {
        found.push(...(await atPoint(world, { point: 'store', when }, () => killMail(world))));
        await world.mail.untilReady(READY);
      }
      return found;
    },
  ),
  submission(
    'submission: database cut',
    'all connections to the database are cut, three times',
    async (world, chance) => {
      for (let cuts = 0; cuts < 3; cuts++) {
        await sleep(chance.whole(300, 1500));
        world.mailLine?.cutAll();
      }
      return [];
    },
  ),
  submission(
    'submission: lost replies',
    'one destination accepts messages and its 250 does not arrive; another one defers',
    async (world, chance) => {
      const [first, second] = chance.shuffled(world.destinations);
      first?.line.inject({ kind: 'cut reply' }, 8);
      second?.inbox.on('rcpt', '450 4.2.0 Try again');
      await sleep(4000);
      return [];
    },
  ),
];

/** A fault under the load of submissions only. */
function submission(
  name: string,
  description: string,
  inject: (world: World, chance: Chance) => Promise<string[]>,
): Fault {
  return {
    name,
    description,
    load: { senders: 1 },
    recovery: 60,
    async inject(world, chance, load) {
      await load.stop();
      const login = await createSender(world);
      const programs = new SubmissionLoad(world, login, chance.fork('submissions'));
      try {
        await sleep(500);
        return await inject(world, chance.fork('fault'));
      } finally {
        await programs.stop();
      }
    },
  };
}
