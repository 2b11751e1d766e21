import { sql } from 'kysely';
import { KEPT_DAYS } from '../../../contract/kept-days.ts';
import { hidden, type Tables } from '../table.ts';

const HASHES = 'hashes, and what limits have counted';

/** The uses that limits count. */
export const LIMIT_TABLES: Tables<'limited_uses' | 'network_limits'> = {
  limited_uses: {
    columns: { used_at: '', ...hidden(HASHES, 'counted_by detail id kind value') },
    // Opened accounts are counted by inbox as well.
    views: [
      {
        at: 'emailsSent[]',
        of: ({ inbox }) => sql`value = ${inbox} and counted_by = 'inbox' and kind <> 'opened-account'`,
        order: 'used_at',
      },
    ],
    erasure: [
      {
        withHandle: 'kept when handed over',
        of: (ids) => sql`value = any(${ids.map(String)}) and counted_by = 'handle'`,
      },
      {
        ofPerson: ({ id, inbox }) => sql`(value = ${inbox} and counted_by = 'inbox')
          or (value = ${String(id)} and counted_by = 'account')`,
      },
    ],
    retention: [
      { column: 'used_at', days: KEPT_DAYS.limitedUses, reason: 'after the use, because no limit looks back longer' },
    ],
  },
  network_limits: {
    columns: hidden('hashes', 'count ends_at key'),
    erasure: [{ kept: 'hashes that expire within minutes' }],
    // Compared with the clock of the database, which also sets the windows.
    retention: [
      { days: 0, where: () => sql`ends_at < clock_timestamp()`, job: 'often', reason: 'until the window has ended' },
    ],
  },
};
