import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files and folders that take ten seconds and more. */
const LONG = [
  'tests/faults/',
  'tests/payments/',
  'tests/process/',
  'tests/api/payments',
  'tests/api/pictures',
  'tests/dialogues/',
  'db/embedded',
];

/** Begins with what takes long, so that the last file does not run alone while a core has nothing to do. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((part) => moduleId.includes(`/${part}`));
      return place < 0 ? LONG.length : place;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
