import { counter } from '../metrics/registry.ts';
import { REPLACED_PROCESSES } from './supervise.ts';

/** Counts processes that died or were stuck. Those before this one are counted by the supervisor. */
export const replacedProcesses = counter(
  'nameplate_processes_replaced_total',
  'Processes that died or did not respond, and were replaced',
  ['process'],
);

// From the start, so that the first increase is seen.
for (const process of ['main', 'mail']) replacedProcesses.inc({ process }, 0);

/** Counts the processes that this one replaces, of which its supervisor informs it. */
export function countReplacedBefore(env: NodeJS.ProcessEnv): void {
  replacedProcesses.inc({ process: 'main' }, Number(env[REPLACED_PROCESSES] ?? 0));
}
