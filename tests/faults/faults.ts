import type { Fault } from './fault.ts';
import { BACKUP } from './rows/backup.ts';
import { BOUNCES_AND_EXPIRY } from './rows/bounces.ts';
import { CLOCK } from './rows/clock.ts';
import { COMBINED } from './rows/combined.ts';
import { CONNECTIONS } from './rows/connections.ts';
import { DATABASE } from './rows/database.ts';
import { DESTINATIONS } from './rows/destinations.ts';
import { DISK } from './rows/disk.ts';
import { DNS } from './rows/dns.ts';
import { KILLS } from './rows/kills.ts';
import { MEMORY } from './rows/memory.ts';
import { RELAY } from './rows/relay.ts';
import { SENT_MAIL } from './rows/sent-mail.ts';
import { SEVERAL_INBOXES } from './rows/several-inboxes.ts';
import { SYNC_ORDER } from './rows/sync-order.ts';
import { TLS } from './rows/tls.ts';

/** Every kind of fault. */
export const FAULTS: Fault[] = [
  ...KILLS,
  ...DATABASE,
  ...DESTINATIONS,
  ...DNS,
  ...BOUNCES_AND_EXPIRY,
  ...SENT_MAIL,
  ...SEVERAL_INBOXES,
  ...SYNC_ORDER,
  ...CLOCK,
  ...CONNECTIONS,
  ...DISK,
  ...RELAY,
  ...TLS,
  ...MEMORY,
  ...BACKUP,
  ...COMBINED,
];
