import type { RouteDoc } from './route-doc.ts';

const tag = 'Administration';
const LIST =
  '`search` is the beginning of what it names, `sort` a column, or `-` and a column for the other way round; without it, a search is in the order of what it looks at, the rest by id. `Link: <...>; rel="next"` says where the next page is, when there is one.';
const NEWEST = 'Newest first. `Link: <...>; rel="next"` says where the next page is, when there is one.';

/** What the calls of administrators do, by method and path. */
export const ADMIN_ROUTE_DOCS: Record<string, RouteDoc> = {
  'GET /api/admin/check': { tag, summary: 'Whether you are an administrator', description: 'For who is signed in.' },
  'GET /api/admin/stats': { tag, summary: 'Counts of the dashboard', fails: ['forbidden'] },
  'GET /api/admin/users': { tag, summary: 'All accounts', description: LIST, fails: ['forbidden'] },
  'GET /api/admin/handles': { tag, summary: 'All handles', description: LIST, fails: ['forbidden'] },
  'GET /api/admin/profiles': { tag, summary: 'All profiles', description: LIST, fails: ['forbidden'] },
  'GET /api/admin/users.csv': {
    ...{ tag, summary: 'All accounts as a file', answers: 'text/csv' },
    fails: ['forbidden', 'unavailable'],
  },
  'GET /api/admin/handles.csv': {
    ...{ tag, summary: 'All handles as a file', answers: 'text/csv' },
    fails: ['forbidden', 'unavailable'],
  },
  'GET /api/admin/profiles.csv': {
    ...{ tag, summary: 'All profiles as a file', answers: 'text/csv' },
    fails: ['forbidden', 'unavailable'],
  },
  'GET /api/admin/packages': { tag, summary: 'All packages as they are stored', fails: ['forbidden'] },
  'POST /api/admin/packages': {
    tag,
    summary: 'Make a package',
    description: 'In US dollars a year, to the cent.',
    fails: ['forbidden'],
  },
  'PUT /api/admin/packages/:id': {
    tag,
    summary: 'Change a package',
    isVersioned: true,
    description: 'A plan whose package has another name now, or none, stands at its fallback price.',
    fails: ['forbidden', 'not_found'],
  },
  'DELETE /api/admin/packages/:id': {
    tag,
    summary: 'Delete a package',
    isVersioned: true,
    fails: ['forbidden', 'not_found'],
  },
  'POST /api/admin/users/:id/suspend': {
    tag,
    summary: 'Suspend an account',
    description: 'Its sessions end, nobody signs in to it, and the pages and mail of its handles stop.',
    fails: ['forbidden', 'not_found', 'not_suspendable', 'own_account'],
  },
  'POST /api/admin/users/:id/handle-limit': {
    tag,
    summary: 'Set how many free handles an account may have',
    description: '`limit` null restores the default in the settings. Handles that it has already stay.',
    fails: ['forbidden', 'not_found'],
  },
  'POST /api/admin/users/:id/unsuspend': {
    tag,
    summary: 'Wake a suspended account',
    description: 'With the handles that were suspended with it.',
    fails: ['forbidden', 'not_found', 'not_suspended'],
  },
  'POST /api/admin/handles/:id/suspend': {
    tag,
    summary: 'Suspend a handle',
    description: 'Its page and its mail stop.',
    fails: ['forbidden', 'not_found', 'not_suspendable'],
  },
  'POST /api/admin/handles/:id/unsuspend': {
    tag,
    summary: 'Wake a suspended handle',
    fails: ['forbidden', 'not_found', 'not_suspended', 'owner_suspended'],
  },
  'GET /api/admin/payments': {
    tag,
    summary: 'All payments',
    description: `\`search\` is the beginning of a handle or an address, or the id of an order. ${NEWEST}`,
    fails: ['forbidden'],
  },
  'POST /api/admin/payments/:id/refund': {
    tag,
    summary: 'Return a payment',
    description: 'Within 30 days. The handle goes to quarantine, or the year of a renewal is taken off again.',
    fails: ['forbidden', 'payment_unknown', 'refund_too_late'],
  },
  'GET /api/admin/mail-queue': { tag, summary: 'Mail that waits to be delivered', fails: ['forbidden'] },
  'POST /api/admin/mail-queue/pause': {
    tag,
    summary: 'Pause the mail queue',
    description: 'Nothing more leaves it, in any process. Mail that comes in is delivered or queued as before.',
    fails: ['forbidden'],
  },
  'POST /api/admin/mail-queue/resume': { tag, summary: 'Let the mail queue go on', fails: ['forbidden'] },
  'GET /api/admin/audit': { tag, summary: 'What administrators did', description: NEWEST, fails: ['forbidden'] },
};
