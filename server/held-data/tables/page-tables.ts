import { sql } from 'kysely';
import { KEPT_DAYS, VISIT_MONTHS } from '../../../contract/kept-days.ts';
import { hidden, named, type Person, type Tables } from '../table.ts';
import { BY_HANDLE, HANDLE_NAME } from './handle-tables.ts';

const COUNTS = 'views visitors clicks received sent';
const PARTITIONS = 'server/analytics/maintenance/roll-up-store.ts';
const COUNTED_DAYS = { at: 'handles[].analytics[]', by: 'server/account-deletion/analytics-export-store.ts' };
const isSubscriber = ({ email }: Person) => sql<boolean>`email_key = ${email}`;
const isReporter = ({ email }: Person) => sql<boolean>`lower(email) = ${email}`;

/** Public pages, their forms, reports about them, and the counts of their visits. */
export const PAGE_TABLES: Tables<
  | 'analytics_state'
  | 'handle_pictures'
  | 'page_blocks'
  | 'page_cases'
  | 'page_counts'
  | 'page_days'
  | 'page_hours'
  | 'page_reports'
  | 'page_subscribers'
  | 'page_visitors'
  | 'profile_cards'
  | 'removed_pictures'
  | 'social_links'
  | 'view_imports'
  | 'visitor_salts'
> = {
  social_links: {
    columns: {
      ...named('platform username url is_active'),
      ...hidden('exported with `blocks`', 'block_id featured shown_from shown_until'),
      ...hidden('implied by the order', 'handle_id id position'),
    },
    views: [{ at: 'handles[].socialLinks[]', order: 'position' }],
    erasure: [{ withHandle: 'kept when handed over' }],
  },
  page_blocks: {
    columns: {
      ...named('id type hidden featured'),
      shown_from: 'from',
      shown_until: 'until',
      content: '',
      ...hidden('implied by the order', 'handle_id position'),
    },
    views: [{ at: 'handles[].blocks[]', by: 'server/account-deletion/account-export-store.ts' }],
    erasure: [{ withHandle: 'kept when handed over' }],
  },
  handle_pictures: {
    columns: { path: 'address', ...named('kind created_at unused_since'), ...hidden(BY_HANDLE, 'handle_id') },
    views: [{ at: 'handles[].pictures[]', order: 'created_at path' }],
    erasure: [{ withHandle: 'kept when handed over' }],
    retention: [
      {
        days: KEPT_DAYS.unusedPictures,
        reason: 'after a page last used them, with their objects',
        by: 'server/uploads/handle-pictures/handle-picture-rules.ts',
      },
    ],
  },
  profile_cards: {
    columns: {
      content_hash: 'sharingImage',
      ...hidden('the image is exported by its address', 'drawing handle_id object_key old_key'),
    },
    views: [{ at: 'handles[]', by: 'server/account-deletion/account-export-store.ts' }],
    erasure: [{ withHandle: 'kept when handed over' }],
  },
  removed_pictures: {
    columns: hidden('belongs to no account', 'content_hash name removed_at'),
    erasure: [{ kept: 'a meaningless name and a hash, which keep the picture from coming back' }],
  },
  page_subscribers: {
    columns: {
      ...named('email wording requested_at confirmed_at'),
      handle_id: { hidden: 'exported as `handle`, its name' },
      ...hidden('derived from the address', 'email_key id'),
    },
    views: [
      { at: 'handles[].subscribers[]', order: 'requested_at email_key' },
      { at: 'subscriptions[]', of: isSubscriber, order: 'requested_at email_key', plus: { handle: HANDLE_NAME } },
    ],
    // They agreed to get emails from the old owner, not from a new one.
    erasure: [{ withHandle: 'deleted when handed over' }, { ofPerson: isSubscriber }],
    retention: [
      {
        column: 'requested_at',
        days: KEPT_DAYS.listRequests,
        and: sql`confirmed_at is null`,
        reason: 'after a request that was not confirmed',
      },
    ],
  },
  page_cases: {
    columns: {
      ...named('state opened_at action block_id'),
      owner_answer: 'answer',
      ...named('decided_at appeal_text appealed_at appeal_answer appeal_decided_at closed_at'),
      ...hidden(BY_HANDLE, 'handle_id id'),
      ...hidden(
        'bookkeeping about emails to administrators, and the address of the part',
        'unnotified notified_at block_url',
      ),
      ...hidden('for reporters, who have it in `pageReports[].answer`', 'reporter_answer'),
    },
    views: [{ at: 'handles[].decisions[]', order: 'id' }],
    // Cases stay, because otherwise a transfer would end an open one.
    erasure: [{ withHandle: 'kept when handed over' }],
    retention: [
      { column: 'closed_at', days: KEPT_DAYS.pageReports, reason: 'after the last decision, with the reports' },
    ],
  },
  page_reports: {
    columns: {
      ...named('reason text address created_at'),
      ...hidden('it would reveal who reported the page of someone else', 'case_id email id'),
    },
    views: [
      { at: 'handles[].decisions[].reports[]', under: 'case_id', order: 'id', only: 'reason created_at' },
      {
        at: 'pageReports[]',
        of: isReporter,
        order: 'id',
        plus: {
          handle: sql`(select handle from page_cases c join handles on handles.id = c.handle_id where c.id = case_id)`,
          answer: sql`(select reporter_answer from page_cases c where c.id = case_id)`,
        },
      },
    ],
    erasure: [{ with: 'page_cases' }, { ofPerson: isReporter, set: { email: null } }],
    retention: [
      {
        days: KEPT_DAYS.reporters,
        where: ({ before }) => sql`email is not null
          and exists (select from page_cases c where c.id = case_id and c.closed_at < ${before})`,
        set: { email: null },
        reason: 'after the last decision',
      },
    ],
  },
  page_hours: {
    columns: { hour: 'date', ...named(COUNTS), ...hidden(BY_HANDLE, 'handle_id') },
    views: [COUNTED_DAYS],
    erasure: [{ withHandle: 'kept when handed over' }],
    retention: [{ days: 0, reason: 'the month and the two before', by: PARTITIONS }],
  },
  page_days: {
    columns: { day: 'date', ...named(COUNTS), ...hidden(BY_HANDLE, 'handle_id') },
    views: [COUNTED_DAYS],
    erasure: [{ withHandle: 'kept when handed over' }],
    retention: [{ days: 0, reason: `the month and the ${VISIT_MONTHS} before`, by: PARTITIONS }],
  },
  page_counts: {
    columns: hidden(
      'sums over other people; the export has the totals that the screen shows',
      'count day handle_id kind name',
    ),
    erasure: [{ withHandle: 'kept when handed over' }],
    retention: [{ days: 0, reason: `the month and the ${VISIT_MONTHS} before`, by: PARTITIONS }],
  },
  page_visitors: {
    columns: hidden('hashes about other people', 'day handle_id hash'),
    erasure: [{ withHandle: 'kept when handed over' }],
    retention: [{ days: 0, reason: 'until the day has ended', by: PARTITIONS }],
  },
  visitor_salts: {
    columns: hidden('about no person', 'day salt'),
    erasure: [{ kept: 'deleted when the day ends' }],
    retention: [{ days: 0, reason: 'until the day has ended', by: PARTITIONS }],
  },
  analytics_state: {
    columns: hidden('about no person', 'id mail_until rolled_up_until'),
    erasure: [{ kept: 'about no person' }],
  },
  view_imports: {
    columns: hidden('about no person', 'days finished_at lines name sha256 started_at views'),
    erasure: [{ kept: 'about files of the operator' }],
  },
};
