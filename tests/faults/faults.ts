import type { Fault } from './fault.ts';
import { BACKUP } from './rows/backup.ts';
import { CLOCK } from './rows/clock.ts';
import { CROWDS } from './rows/crowds.ts';
import { DATABASE } from './rows/database.ts';
import { DESTINATIONS } from './rows/destinations.ts';
import { DISK } from './rows/disk.ts';
import { KILLS } from './rows/kills.ts';
import { MEMORY } from './rows/memory.ts';
import { NAMES } from './rows/names.ts';
import { ORDER } from './rows/order.ts';
import { RELAY } from './rows/relay.ts';
import { RETURNS } from './rows/returns.ts';
import { STORM } from './rows/storm.ts';
import { TLS } from './rows/tls.ts';

/** Every kind of fault. */
export const FAULTS: Fault[] = [
  ...KILLS,
  ...DATABASE,
  ...DESTINATIONS,
  ...NAMES,
  ...RETURNS,
  ...ORDER,
  ...CLOCK,
  ...CROWDS,
  ...DISK,
  ...RELAY,
  ...TLS,
  ...MEMORY,
  ...BACKUP,
  ...STORM,
];
