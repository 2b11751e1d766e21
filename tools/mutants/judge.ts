import type { EquivalentMutant } from './survivors.ts';

const MIN_SCORE = 90;
const MAX_EQUIVALENT = 5;

/** A mutant that was tested. */
export interface TestedMutant {
  line: number;
  mutator: string;
  original: string;
  replacement: string;
  killed: boolean;
}

export interface Verdict {
  mutants: number;
  /** Percentage of killed mutants among those that are not equivalent. */
  score: number;
  /** Mutants named as equivalent. */
  equivalent: number;
  /** Other mutants that no test killed. */
  survivors: TestedMutant[];
  faults: string[];
}

/** Judges the mutants of one file, given its named equivalent mutants. */
export function judge(mutants: TestedMutant[], named: EquivalentMutant[]): Verdict {
  const isNamed = (mutant: TestedMutant, { mutator, original }: EquivalentMutant) =>
    mutant.mutator === mutator && mutant.original === original;
  const survived = mutants.filter(({ killed }) => !killed);
  const survivors = survived.filter((mutant) => !named.some((entry) => isNamed(mutant, entry)));
  const equivalent = survived.length - survivors.length;
  const counted = mutants.length - equivalent;
  const score = counted === 0 ? 100 : (100 * (counted - survivors.length)) / counted;
  const faults = named
    .filter((entry) => !survived.some((mutant) => isNamed(mutant, entry)))
    .map(({ mutator, original }) => `no ${mutator} of \`${original}\` survived: remove it from survivors.ts`);
  if (score < MIN_SCORE) faults.push(`the score is ${score.toFixed(1)} %, below ${MIN_SCORE} %`);
  // One is always allowed, even if it exceeds the share in a small file.
  if (equivalent > 1 && 100 * equivalent > MAX_EQUIVALENT * mutants.length) {
    faults.push(`${equivalent} of ${mutants.length} mutants are named as equivalent, more than ${MAX_EQUIVALENT} %`);
  }
  return { mutants: mutants.length, score, equivalent, survivors, faults };
}
