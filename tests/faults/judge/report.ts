import type { Round } from '../round.ts';

/** One kind of fault over all its rounds. */
export interface Row extends Omit<Round, 'recovery' | 'broken' | 'partial'> {
  fault: string;
  description: string;
  rounds: number;
  /** The longest of all rounds. */
  recovery: number | null;
  broken: string[];
  /** The reason why this machine cannot cause the fault. */
  missing?: string;
}

export interface Report {
  rows: Row[];
  mutants: { mutant: string; caught: boolean; found: string }[];
  /** The reasons why the run failed or proves nothing; empty if it passed. */
  failures: string[];
  /** The folder with logs and ledgers of failed rounds; removed if no round failed. */
  folder: string;
}
