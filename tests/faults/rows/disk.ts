import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { SmallDisk } from '../small-disk.ts';

/** The database and the spool are on one disk, which fills up. */
export const DISK: Fault[] = [
  {
    name: 'disk full',
    does: 'DATA_DIR with its database on a disk that fills to the last 0, 4 and 64 KB, and is freed',
    load: { several: 0.7 },
    recovery: 60,
    own: { diskMegabytes: 220 },
    missing: () => SmallDisk.missing(),
    async strike(world, chance) {
      for (const kilobytes of chance.shuffled([0, 4, 64])) {
        world.disk?.fill(kilobytes * 1024);
        await sleep(2500);
        world.disk?.free();
        await sleep(1500);
      }
      return [];
    },
  },
];
