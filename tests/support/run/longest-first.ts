import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files and folders whose tests take at least ten seconds on an idle machine with two cores. */
const SLOW = [
  'tests/faults/',
  'tests/process/payment-crash-recovery',
  'tests/process/',
  'tests/api/payments',
  'tests/api/pictures',
  'tests/hostile/',
  'tests/smtp/dialogues/',
  'tests/smtp/dmarc',
  'tests/smtp/kill',
  'db/embedded',
];

/** Runs the slow files first, so that no worker starts a slow one at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const place = SLOW.findIndex((part) => moduleId.includes(`/${part}`));
      return place < 0 ? SLOW.length : place;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
