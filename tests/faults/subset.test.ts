import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Chance } from './chance.ts';
import type { Fault } from './fault.ts';
import { FAULTS } from './faults.ts';
import { catchMutant, MUTANTS } from './judge/mutants.ts';
import { claimHandles } from './load/web-client.ts';
import { runRound } from './round.ts';
import { World } from './world/world.ts';

/** A short subset with a fixed seed; `npm run faults` plays all faults. `npm test` takes the first fault. */
const SEED = 20261121;
const SUBSET = ['kill before COMMIT', 'kill mail', 'kill at the 250', 'backend killed', 'hung destination'];
/** The tag and the time limit of a fault or a mutant. */
const options = (name: string) => ({ timeout: 180_000, tags: name === SUBSET[0] ? [] : ['long'] });

let folder: string;
let world: World;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nameplate-faults-'));
  world = await World.open({ folder, destinations: 3, processes: 1, hurried: true });
  await claimHandles(world);
}, 120_000);
afterAll(async () => {
  await world?.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const named = (name: string) => FAULTS.find((fault) => fault.name === name) as Fault;

for (const name of SUBSET) {
  it(
    `loses no mail and duplicates no more than the allowed copies during the fault "${name}"`,
    options(name),
    async () => {
      const { broken, lost, accepted } = await runRound(world, named(name), new Chance(SEED).fork(name));
      expect(broken).toEqual([]);
      expect(lost).toBe(0);
      expect(accepted).toBeGreaterThan(0);
    },
  );
}

for (const mutant of MUTANTS) {
  it(`catches the mutant "${mutant.name}"`, options(mutant.name), async () => {
    expect(await catchMutant(world, mutant, new Chance(SEED))).toBeNull();
  });
}
