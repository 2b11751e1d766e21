import type { Round } from './round.ts';

/** One kind of fault over all its rounds. */
export interface Row extends Omit<Round, 'recovery' | 'broken' | 'partial'> {
  fault: string;
  does: string;
  rounds: number;
  /** The longest of all rounds. */
  recovery: number | null;
  broken: string[];
  /** Why there can be no round on this machine. */
  missing?: string;
}

export interface Report {
  rows: Row[];
  mutants: { mutant: string; caught: boolean; found: string }[];
  /** Why the run proves nothing or shows a fault of Nameplate; empty where all is well. */
  failures: string[];
  /** Logs and ledgers of what broke; removed where nothing did. */
  folder: string;
}
