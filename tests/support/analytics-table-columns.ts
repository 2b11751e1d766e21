import { nothing, type Table } from './table-entry.ts';

/** How the export and the erasure handle the tables of counts. */
export const ANALYTICS_TABLES: {
  [Name in
    | 'analytics_state'
    | 'page_counts'
    | 'page_days'
    | 'page_hours'
    | 'page_visitors'
    | 'view_imports'
    | 'visitor_salts']: Table<Name>;
} = {
  analytics_state: {
    erasure: { kept: 'about no person' },
    columns: nothing('id mail_until rolled_up_until'),
    notExported: 'about no person',
  },
  page_counts: {
    erasure: 'with the handle',
    columns: nothing('count day handle_id kind name'),
    notExported: 'sums over other people; the export has the totals, and the screen shows these',
  },
  page_days: {
    erasure: 'with the handle',
    columns: {
      day: 'handles[].analytics[].date',
      views: 'handles[].analytics[].views',
      visitors: 'handles[].analytics[].visitors',
      clicks: 'handles[].analytics[].clicks',
      received: 'handles[].analytics[].received',
      sent: 'handles[].analytics[].sent',
      ...nothing('handle_id'),
    },
    notExported: 'implied by the handle',
  },
  page_hours: {
    erasure: 'with the handle',
    columns: {
      hour: 'handles[].analytics[].date',
      views: 'handles[].analytics[].views',
      visitors: 'handles[].analytics[].visitors',
      clicks: 'handles[].analytics[].clicks',
      received: 'handles[].analytics[].received',
      sent: 'handles[].analytics[].sent',
      ...nothing('handle_id'),
    },
    notExported: 'implied by the handle',
  },
  page_visitors: {
    erasure: 'with the handle',
    columns: nothing('day handle_id hash'),
    notExported: 'hashes about other people, which are deleted when the day ends',
  },
  view_imports: {
    erasure: { kept: 'about files of the operator' },
    columns: nothing('days finished_at lines name sha256 started_at views'),
    notExported: 'about no person',
  },
  visitor_salts: {
    erasure: { kept: 'deleted when the day ends' },
    columns: nothing('day salt'),
    notExported: 'about no person',
  },
};
