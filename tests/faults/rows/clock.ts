import { setTimeout as sleep } from 'node:timers/promises';
import { DAY, HOUR } from '../../../contract/time.ts';
import type { Fault } from '../fault.ts';
import { cookieOf, linkTo, post } from '../load/web-client.ts';
import type { World } from '../world/world.ts';

const JUMPS: Record<string, () => number> = {
  'an hour ahead': () => HOUR,
  'an hour behind': () => -HOUR,
  'two days ahead': () => 48 * HOUR,
  'two days behind': () => -48 * HOUR,
  '1970': () => DAY - Date.now(),
};
let people = 0;

/** Jumps of the clock of Nameplate's processes. The clock of the database does not change. */
export const CLOCK: Fault[] = [
  {
    name: 'clock jumps',
    description:
      'the clock jumps by an hour, by two days and to 1970; an earlier magic link is invalid while the clock is ahead, and valid after',
    async inject(world, chance, load) {
      people++;
      const email = `early-${people}@senders.internal`;
      await post(world, '/api/send-magic-link', { email, handle: `early-bird-number-${people}` });
      const link = await linkTo(world, email);
      const broken: string[] = [];
      for (const jump of chance.shuffled(Object.keys(JUMPS))) {
        world.moveClock(JUMPS[jump]?.() ?? 0);
        await sleep(200);
        load.waits.length = 0;
        await sleep(1500);
        if (load.waits.length === 0) broken.push(`I9: no mail was accepted with the clock ${jump}`);
        if (jump.endsWith('ahead') && (await signsIn(world, link)))
          broken.push(`I5: an expired link was accepted with the clock ${jump}`);
      }
      world.moveClock(0);
      await sleep(200);
      if (!(await signsIn(world, link))) broken.push('I5: a link is rejected after the clock was reset');
      return broken;
    },
  },
];

async function signsIn(world: World, link: string): Promise<boolean> {
  const response = await post(world, link);
  return response.status === 303 && cookieOf(response) !== '';
}
