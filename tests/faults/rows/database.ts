import { setTimeout as sleep } from 'node:timers/promises';
import { findPostmaster } from '../../../db/embedded-postmaster.ts';
import { atPoint, type Fault } from '../fault.ts';
import { WebUse } from '../load/web-use.ts';
import type { World } from '../world/world.ts';

/** Faults of the database or of the connection to it. */
export const DATABASE: Fault[] = [
  {
    name: 'backend killed',
    description: 'kill -9 of a PostgreSQL backend, which ends all sessions and starts crash recovery',
    async inject(world, chance) {
      for (let kills = 0; kills < 2; kills++) {
        await sleep(chance.whole(300, 1200));
        const rows = await world.query<{ pid: number }>(
          "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by pid",
        );
        const victim = rows[chance.whole(0, Math.max(0, rows.length - 1))];
        if (victim) killIfAlive(victim.pid);
        await sleep(1000);
      }
      return [];
    },
  },
  {
    name: 'postmaster killed',
    description: 'kill -9 of the postmaster, during mail, sign-ins and writes',
    async inject(world, chance) {
      const use = await WebUse.begin(world);
      await sleep(chance.whole(300, 1200));
      await signalPostmaster(world, 'SIGKILL');
      return use.end();
    },
  },
  {
    name: 'immediate stop',
    description: 'pg_ctl stop -m immediate, and a restart',
    async inject(world, chance) {
      await sleep(chance.whole(300, 1200));
      await signalPostmaster(world, 'SIGQUIT');
      return [];
    },
  },
  {
    name: 'cut at COMMIT',
    description: 'the connection to the database is cut before and after a COMMIT arrives',
    load: { several: 0.7 },
    async inject(world) {
      const before = await atPoint(world, { point: 'store', when: 'before' }, async (line) => line.cut());
      const after = await atPoint(world, { point: 'store', when: 'after' }, async (line) => line.cut());
      const mark = await atPoint(world, { point: 'mark', when: 'before' }, async (line) => line.cut());
      return [...before, ...after, ...mark];
    },
  },
  {
    name: 'stall at COMMIT',
    description: 'a COMMIT is delayed by 2 to 5 seconds; senders get a correct reply',
    load: { several: 0.7 },
    async inject(world, chance) {
      return atPoint(world, { point: 'store', when: 'before' }, async (line) => {
        await sleep(chance.whole(2000, 5000));
        line.release();
      });
    },
  },
  {
    name: 'database half-open',
    description: 'open connections to the database stay open and no byte passes; new ones work',
    recovery: 60,
    async inject(world) {
      world.mailLine?.freezeConnections();
      await sleep(3000);
      return [];
    },
  },
];

/** Sends a signal to the postmaster. SIGQUIT is `pg_ctl stop -m immediate`. */
async function signalPostmaster(world: World, signal: NodeJS.Signals): Promise<void> {
  const postmaster = findPostmaster(world.cluster);
  if (!postmaster) throw new Error('No postmaster is running');
  process.kill(postmaster.pid, signal);
  await sleep(300);
  await world.query('select 1');
}

/** A backend may end by itself between the query that lists it and its kill. */
function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
