import { setTimeout as sleep } from 'node:timers/promises';
import { namedRelease, type Release, readReleases, readTree, releaseBefore } from '../upgrade/release-history.ts';
import type { JudgedSwitch } from './verdict.ts';

/** Prints a line with the time of day (UTC). */
export function tell(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);
}

/** Returns a signal that is aborted when the operator interrupts the drill. The current step ends first. */
export function untilInterrupted(): AbortSignal {
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (!interrupted.signal.aborted) console.log('Stopping after this step ...');
      interrupted.abort(new Error('Interrupted'));
    });
  }
  return interrupted.signal;
}

/** Returns the version of a tree, and the release with this name or, by default, the one before the tree. */
export function releasesOf(root: string, from?: string): { version: string; before: Release } {
  const tree = readTree(root);
  const releases = readReleases(root);
  return { version: tree.version, before: from ? namedRelease(from, root, releases) : releaseBefore(tree, releases) };
}

/** Returns a switch as one row of a table. */
export function switchRow(result: JudgedSwitch): Record<string, string | number> {
  const { name, seconds, web, mail, replies, fronts, processes } = result;
  const failed = Object.values(web).reduce((sum, { failures }) => sum + failures.length, 0);
  return {
    switch: name,
    pages: web.page.done,
    assets: web.asset.done + web['open page'].done,
    claims: web.claim.done,
    edits: web.edit.done,
    'failed requests': failed + fronts.length + processes.length,
    mails: replies.accepted,
    copies: mail.accepted,
    delivered: mail.delivered,
    lost: mail.lost,
    duplicates: mail.duplicates,
    bound: mail.bound,
    moved: replies.moved,
    seconds,
  };
}

/**
 * Waits until a condition holds; throws an error that names `what` if the time has passed. An error means that the condition does not hold yet.
 */
export async function until(what: string, condition: () => Promise<boolean>, seconds = 90): Promise<void> {
  let last: unknown;
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await sleep(200)) {
    try {
      if (await condition()) return;
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`${what}: not within ${seconds} seconds`, { cause: last });
}
