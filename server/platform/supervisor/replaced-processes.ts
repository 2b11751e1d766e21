import { counter } from '../metrics/registry.ts';
import { REPLACED_PROCESSES } from './supervise.ts';

/** Counts processes that died or were stuck. The supervisor counts the predecessors of this process. */
export const replacedProcesses = counter(
  'nameplate_processes_replaced_total',
  'Processes that died or did not respond, and were replaced',
  ['process'],
);

// Set from the start, so that the first increase is seen.
for (const process of ['main', 'mail']) replacedProcesses.inc({ process }, 0);

/** Counts the predecessors of this process, whose number its supervisor provides. */
export function countReplacedBefore(env: NodeJS.ProcessEnv): void {
  replacedProcesses.inc({ process: 'main' }, Number(env[REPLACED_PROCESSES] ?? 0));
}
