import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { SmallDisk } from '../world/small-disk.ts';

/** A full disk that contains the database and the spool. */
export const DISK: Fault[] = [
  {
    name: 'disk full',
    description: 'DATA_DIR and its database are on a disk that fills until 0, 4 or 64 KB are free, and is freed again',
    load: { several: 0.7 },
    recovery: 60,
    own: { diskMegabytes: 220 },
    missing: () => SmallDisk.missing(),
    async inject(world, chance) {
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
