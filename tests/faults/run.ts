import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE } from '../../contract/time.ts';
import { Chance } from './chance.ts';
import type { Fault } from './fault.ts';
import { catchMutant, type Mutant, removeMutants } from './judge/mutants.ts';
import type { Report, Row } from './judge/report.ts';
import { failuresOf } from './judge/verdict.ts';
import { claimHandles } from './load/web-client.ts';
import { type Round, runRound } from './round.ts';
import { World } from './world/world.ts';

export interface RunOptions {
  seed: number;
  /** No round begins later than this after the first one; with null, each fault is injected once. */
  minutes: number | null;
  faults: Fault[];
  mutants: Mutant[];
  hurried?: boolean;
  /** When aborted, the run rejects after the current round and stops everything that it started. */
  signal?: AbortSignal;
  log(line: string): void;
}

/** Returns the faults in an order derived from the seed, pass after pass, with separate random numbers for each round. */
function* planOf(seed: number, faults: Fault[]): Generator<{ fault: Fault; chance: Chance }> {
  for (let pass = 1; ; pass++) {
    const chance = new Chance(seed).fork(`pass ${pass}`);
    for (const fault of chance.shuffled(faults)) yield { fault, chance: chance.fork(fault.name) };
  }
}

/** Runs the mutants, then rounds in the order of the seed until the time is over. The mutants do not count against that time. */
export async function runFaults(options: RunOptions): Promise<Report> {
  const { seed, minutes, faults, mutants, hurried = false, signal, log } = options;
  const folder = await mkdtemp(join(tmpdir(), 'nameplate-faults-'));
  const report: Report = { rows: [], mutants: [], failures: [], folder };
  let world: World | null = null;
  try {
    if (mutants.length > 0) world = await openWorld(join(folder, 'world'));
    for (const mutant of world ? mutants : []) {
      const found = await catchMutant(world as World, mutant, new Chance(seed)).catch(String);
      report.mutants.push({ mutant: mutant.name, caught: found === null, found: found ?? '' });
      log(`mutant "${mutant.name}": ${found === null ? 'caught' : `NOT CAUGHT: ${found}`}`);
    }
    if (world) await removeMutants(world);
    const possible = faults.filter((fault) => !fault.missing?.());
    for (const fault of faults) report.rows.push(emptyRow(fault));
    const until = Date.now() + (minutes ?? 0) * MINUTE;
    let rounds = 0;
    for (const { fault, chance } of possible.length > 0 ? planOf(seed, possible) : []) {
      if (minutes === null ? rounds === possible.length : Date.now() > until) break;
      rounds++;
      signal?.throwIfAborted();
      const row = report.rows.find((one) => one.fault === fault.name) ?? emptyRow(fault);
      try {
        const path = join(folder, `world ${rounds}`);
        let round: Round;
        if (fault.own) {
          const own = await openWorld(path, fault.own);
          round = await runRound(own, fault, chance).finally(() => own.close());
        } else {
          world ??= await openWorld(path);
          round = await runRound(world, fault, chance);
        }
        addRound(row, round);
        log(inOneLine(fault, round));
      } catch (error) {
        row.rounds++;
        row.broken.push(`harness: ${(error as Error).stack}`);
        log(`${fault.name}: ${(error as Error).message}`);
      }
      // A broken world would affect the next round.
      if (row.broken.length > 0) {
        await world?.close();
        world = null;
      }
    }
  } finally {
    await world?.close();
    report.failures = failuresOf(report);
    if (report.failures.length === 0) await rm(folder, { recursive: true, force: true });
  }
  return report;

  async function openWorld(path: string, own: Fault['own'] = {}): Promise<World> {
    const opened = await World.open({ folder: path, hurried, ...own });
    try {
      await claimHandles(opened);
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }
}

function emptyRow(fault: Fault): Row {
  const missing = fault.missing?.();
  return {
    fault: fault.name,
    description: fault.description,
    rounds: 0,
    sent: 0,
    accepted: 0,
    delivered: 0,
    queued: 0,
    returned: 0,
    dropped: 0,
    lost: 0,
    duplicates: 0,
    bound: 0,
    recovery: 0,
    broken: [],
    ...(missing && { missing }),
  };
}

const COUNTS = [
  ...(['sent', 'accepted', 'delivered', 'queued', 'returned'] as const),
  ...(['dropped', 'lost', 'duplicates', 'bound'] as const),
];

function addRound(row: Row, round: Round): void {
  row.rounds++;
  for (const count of COUNTS) row[count] += round[count];
  row.recovery = round.recovery === null || row.recovery === null ? null : Math.max(row.recovery, round.recovery);
  row.broken.push(...round.broken);
}

function inOneLine(fault: Fault, { sent, accepted, lost, duplicates, bound, recovery, broken }: Round): string {
  const seconds = recovery === null ? 'never' : `${recovery.toFixed(1)} s`;
  const line = `${fault.name}: ${sent} sent, ${accepted} accepted, ${lost} lost, ${duplicates} of ${bound} duplicates, ${seconds}`;
  return [line, ...broken.slice(0, 5)].join('\n  BROKEN ');
}
