import { nothing, type Table } from './table-entry.ts';

/** How the export and the erasure handle the tables of the forms of pages. */
export const PAGE_FORM_TABLES: {
  [Name in 'page_cases' | 'page_form_uses' | 'page_report_uses' | 'page_reports' | 'page_subscribers']: Table<Name>;
} = {
  page_cases: {
    erasure: 'with the handle',
    columns: {
      state: 'handles[].decisions[].state',
      opened_at: 'handles[].decisions[].openedAt',
      action: 'handles[].decisions[].action',
      block_id: 'handles[].decisions[].blockId',
      owner_answer: 'handles[].decisions[].answer',
      decided_at: 'handles[].decisions[].decidedAt',
      appeal_text: 'handles[].decisions[].appealText',
      appealed_at: 'handles[].decisions[].appealedAt',
      appeal_answer: 'handles[].decisions[].appealAnswer',
      appeal_decided_at: 'handles[].decisions[].appealDecidedAt',
      closed_at: 'handles[].decisions[].closedAt',
      reporter_answer: 'pageReports[].answer',
      ...nothing('handle_id id unnotified notified_at block_url'),
    },
    notExported: 'implied by the handle',
  },
  page_report_uses: {
    erasure: { kept: 'counters of rate limits about visitors, deleted after a day' },
    columns: nothing('handle id network used_at'),
    notExported: 'counters of rate limits about visitors, deleted after a day',
  },
  page_reports: {
    erasure: 'with page_cases',
    columns: {
      reason: 'handles[].decisions[].reports[].reason',
      created_at: 'handles[].decisions[].reports[].createdAt',
      text: 'pageReports[].text',
      address: 'pageReports[].address',
      ...nothing('case_id email id'),
    },
    notExported:
      'the reporter of a page of somebody else is nobody’s business; an own report has the address of the account',
  },
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
