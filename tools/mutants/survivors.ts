/** A mutant that no test can kill, because it behaves as the original does. */
export interface EquivalentMutant {
  file: string;
  mutator: string;
  original: string;
  /** The text of the mutant; without it, every mutant of this kind of the original. */
  replacement?: string;
  reason: string;
}

export const EQUIVALENT: EquivalentMutant[] = [];
