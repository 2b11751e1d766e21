import type { NamedSurvivor } from './survivors.ts';

const MIN_SCORE = 90;
const MAX_EQUIVALENT = 5;

/** A mutant that was tested. */
export interface TestedMutant {
  line: number;
  /** The line of code in which the mutated code begins. */
  text: string;
  mutator: string;
  original: string;
  replacement: string;
  killed: boolean;
}

export interface Verdict {
  mutants: number;
  /** Percentage of killed mutants among those that are not equivalent. */
  score: number;
  /** Survivors that are named as equivalent, and those that are named as not tested. */
  equivalent: number;
  untested: number;
  /** Survivors without a name, each of which is a fault. */
  unnamed: TestedMutant[];
  faults: string[];
}

/** Judges the mutants of one file, given its named survivors. */
export function judge(mutants: TestedMutant[], named: NamedSurvivor[]): Verdict {
  const isNamed = (mutant: TestedMutant, { mutator, text }: NamedSurvivor) =>
    mutant.mutator === mutator && mutant.text.includes(text);
  const survived = mutants.filter(({ killed }) => !killed);
  const kinds = survived.map((mutant) => named.find((entry) => isNamed(mutant, entry))?.kind);
  const unnamed = survived.filter((_mutant, at) => kinds[at] === undefined);
  const equivalent = kinds.filter((kind) => kind === 'equivalent').length;
  const untested = kinds.filter((kind) => kind === 'untested').length;
  const counted = mutants.length - equivalent;
  const score = counted === 0 ? 100 : (100 * (mutants.length - survived.length)) / counted;
  const faults = [
    ...unnamed.map(
      ({ line, mutator }) => `the ${mutator} in line ${line} survived: test it, or name it in survivors.ts`,
    ),
    ...named
      .filter((entry) => !survived.some((mutant) => isNamed(mutant, entry)))
      .map(({ mutator, text }) => `no ${mutator} in \`${text}\` survived: remove it from survivors.ts`),
  ];
  if (score < MIN_SCORE) faults.push(`the score is ${score.toFixed(1)} %, below ${MIN_SCORE} %`);
  // One is always allowed, even if it exceeds the share in a small file.
  if (equivalent > 1 && 100 * equivalent > MAX_EQUIVALENT * mutants.length) {
    faults.push(`${equivalent} of ${mutants.length} mutants are named as equivalent, more than ${MAX_EQUIVALENT} %`);
  }
  return { mutants: mutants.length, score, equivalent, untested, unnamed, faults };
}
