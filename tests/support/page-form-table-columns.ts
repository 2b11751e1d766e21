import { nothing, type Table } from './table-entry.ts';

/** How the export and the erasure handle the tables of the forms of pages. */
export const PAGE_FORM_TABLES: { [Name in 'page_form_uses' | 'page_subscribers']: Table<Name> } = {
  page_form_uses: {
    erasure: 'with the handle',
    columns: nothing('digest email_key form handle_id id network used_at'),
    notExported: 'counters of rate limits about visitors, deleted after a day',
  },
  page_subscribers: {
    erasure: 'with the account, and with the handle',
    columns: {
      handle_id: 'subscriptions[].handle',
      email: 'handles[].subscribers[].email',
      wording: 'handles[].subscribers[].wording',
      requested_at: 'handles[].subscribers[].requestedAt',
      confirmed_at: 'handles[].subscribers[].confirmedAt',
      ...nothing('email_key id'),
    },
    notExported: 'derived from the address',
  },
};
