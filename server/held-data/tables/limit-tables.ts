import { sql } from 'kysely';
import { KEPT_DAYS } from '../../../contract/kept-days.ts';
import { hidden, type Tables } from '../table.ts';

const HASHES = 'hashes, and what limits have counted';
/** The previous release may still run and count here. Release 0.14.0 drops these tables. */
const EARLIER = 'of the release before; empty a day after it ended';
const counted = (column: string) => [{ column, days: KEPT_DAYS.limitedUses, reason: 'after the use' }];

/** The uses that limits count. */
export const LIMIT_TABLES: Tables<
  'free_claims' | 'letters_sent' | 'limited_uses' | 'network_limits' | 'page_form_uses' | 'page_report_uses'
> = {
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
  free_claims: {
    columns: hidden(EARLIER, 'claimed_at id network'),
    erasure: [{ kept: EARLIER }],
    retention: counted('claimed_at'),
  },
  letters_sent: {
    columns: hidden(EARLIER, 'device id origin recipient_key sent_at share'),
    erasure: [{ kept: EARLIER }],
    retention: counted('sent_at'),
  },
  page_form_uses: {
    columns: hidden(EARLIER, 'digest email_key form handle_id id network used_at'),
    erasure: [{ withHandle: 'kept when handed over' }],
    retention: counted('used_at'),
  },
  page_report_uses: {
    columns: hidden(EARLIER, 'handle id network used_at'),
    erasure: [{ kept: EARLIER }],
    retention: counted('used_at'),
  },
};
