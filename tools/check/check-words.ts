import { join } from 'node:path';
import { EXCEPTIONS } from './words/exceptions.ts';
import { findWordFaults } from './words/find-faults.ts';

// Finds texts with a word that docs/words.md rejects, and dates that are formatted outside contract/dates.ts.
const faults = findWordFaults(join(import.meta.dirname, '../..'), EXCEPTIONS);
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
