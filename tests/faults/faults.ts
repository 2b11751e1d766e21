import type { Fault } from './fault.ts';
import { DATABASE } from './rows/database.ts';
import { DESTINATIONS } from './rows/destinations.ts';
import { KILLS } from './rows/kills.ts';
import { NAMES } from './rows/names.ts';

/** Every kind of fault there is. */
export const FAULTS: Fault[] = [...KILLS, ...DATABASE, ...DESTINATIONS, ...NAMES];
