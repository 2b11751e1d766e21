import { join } from 'node:path';
import { ROWS } from '../../tests/hostile/rows/all-rows.ts';
import { findUnlisted } from './parsers/find-unlisted.ts';
import { OWN_TEXT } from './parsers/own-text.ts';

// Finds functions that read text but have no hostile inputs.
const faults = findUnlisted(join(import.meta.dirname, '../..'), { rows: ROWS.map(({ of }) => of), ownText: OWN_TEXT });
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
