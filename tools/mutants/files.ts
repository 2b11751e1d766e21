import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The kind of damage that a wrong decision of the file causes. */
export type Area = 'identity' | 'rights' | 'money' | 'mail loss' | 'privacy';

export interface MutatedFile {
  path: string;
  area: Area;
  /** The test files that own the behaviour of the file. */
  judges: string[];
}

/** Files whose mutants are tested. A file is judged by the test beside it and by the tests that follow its name. */
const ROWS: Record<Area, string[]> = {
  identity: ['contract/handles/handle-rules.ts'],
  rights: [],
  money: ['contract/payments/paid-years.ts'],
  'mail loss': ['mail/queue/retry-schedule.ts'],
  privacy: [],
};

export const MUTATED_FILES: MutatedFile[] = Object.entries(ROWS).flatMap(([area, rows]) =>
  rows.map((row) => {
    const [path = '', ...others] = row.split(' ');
    const beside = path.replace(/\.tsx?$/, '.test$&');
    const judges = existsSync(join(import.meta.dirname, '../..', beside)) ? [beside, ...others] : others;
    return { path, area: area as Area, judges };
  }),
);
