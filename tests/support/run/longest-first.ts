import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files and folders whose tests take longest in `npm test`. */
const SLOW = [
  'tests/faults/ tests/process/production-run tests/process/ server/backup/restore tests/hostile/ tests/api/pictures',
  'tests/api/team-access tests/api/payments tests/smtp/dialogues/ tests/smtp/dmarc db/embedded',
].flatMap((line) => line.split(' '));

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
