import type { RouteDoc } from './route-doc.ts';

const tag = 'Administration';
const LIST =
  '`search` is a prefix of the searched column. `sort` is a column, or `-` and a column for descending order; the default is the searched column for a search, else the id. `Link: <...>; rel="next"` is the address of the next page, if any.';
const NEWEST = 'Newest first. `Link: <...>; rel="next"` is the address of the next page, if any.';

/** The documentation of the calls for administrators, by method and path. */
export const ADMIN_ROUTE_DOCS: Record<string, RouteDoc> = {
  'GET /api/admin/check': {
    tag,
    summary: 'Check whether you are an administrator',
    description: 'Requires a session.',
  },
  'GET /api/admin/stats': { tag, summary: 'Get the counts of the dashboard', errors: ['forbidden'] },
  'GET /api/admin/users': { tag, summary: 'List all accounts', description: LIST, errors: ['forbidden'] },
  'GET /api/admin/handles': { tag, summary: 'List all handles', description: LIST, errors: ['forbidden'] },
  'GET /api/admin/profiles': { tag, summary: 'List all profiles', description: LIST, errors: ['forbidden'] },
  'GET /api/admin/users.csv': {
    ...{ tag, summary: 'Export all accounts as CSV', responseType: 'text/csv' },
    errors: ['forbidden', 'unavailable'],
  },
  'GET /api/admin/handles.csv': {
    ...{ tag, summary: 'Export all handles as CSV', responseType: 'text/csv' },
    errors: ['forbidden', 'unavailable'],
  },
  'GET /api/admin/profiles.csv': {
    ...{ tag, summary: 'Export all profiles as CSV', responseType: 'text/csv' },
    errors: ['forbidden', 'unavailable'],
  },
  'GET /api/admin/packages': { tag, summary: 'List all packages', errors: ['forbidden'] },
  'POST /api/admin/packages': {
    tag,
    summary: 'Create a package',
    description: 'In US dollars a year, to the cent.',
    errors: ['forbidden'],
  },
  'PUT /api/admin/packages/:id': {
    tag,
    summary: 'Change a package',
    isVersioned: true,
    description: 'A plan without a package of its name has its fallback price.',
    errors: ['forbidden', 'not_found'],
  },
  'DELETE /api/admin/packages/:id': {
    tag,
    summary: 'Delete a package',
    isVersioned: true,
    errors: ['forbidden', 'not_found'],
  },
  'POST /api/admin/users/:id/suspend': {
    tag,
    summary: 'Suspend an account',
    description: 'Ends its sessions, rejects sign-ins, and stops the pages and the mail of its handles.',
    errors: ['forbidden', 'not_found', 'not_suspendable', 'own_account'],
  },
  'POST /api/admin/users/:id/handle-limit': {
    tag,
    summary: 'Set how many free handles an account may have',
    description: '`limit` null restores the default in the settings. The account keeps its handles.',
    errors: ['forbidden', 'not_found'],
  },
  'POST /api/admin/users/:id/unsuspend': {
    tag,
    summary: 'Restore a suspended account',
    description: 'Also restores the handles that were suspended with it.',
    errors: ['forbidden', 'not_found', 'not_suspended'],
  },
  'POST /api/admin/handles/:id/suspend': {
    tag,
    summary: 'Suspend a handle',
    description: 'Stops its page and its mail.',
    errors: ['forbidden', 'not_found', 'not_suspendable'],
  },
  'POST /api/admin/handles/:id/unsuspend': {
    tag,
    summary: 'Restore a suspended handle',
    errors: ['forbidden', 'not_found', 'not_suspended', 'owner_suspended'],
  },
  'GET /api/admin/payments': {
    tag,
    summary: 'List all payments',
    description: `\`search\` is a prefix of a handle or an address, or the id of an order. ${NEWEST}`,
    errors: ['forbidden'],
  },
  'POST /api/admin/payments/:id/refund': {
    tag,
    summary: 'Refund a payment',
    description: 'Within 30 days. The handle goes to quarantine, or the year of a renewal is revoked.',
    errors: ['forbidden', 'payment_unknown', 'refund_too_late'],
  },
  'GET /api/admin/mail-queue': { tag, summary: 'Get the state of the mail queue', errors: ['forbidden'] },
  'POST /api/admin/mail-queue/pause': {
    tag,
    summary: 'Pause the mail queue',
    description: 'No process delivers from the queue any more. Incoming mail is delivered or queued as before.',
    errors: ['forbidden'],
  },
  'POST /api/admin/mail-queue/resume': { tag, summary: 'Resume the mail queue', errors: ['forbidden'] },
  'GET /api/admin/audit': { tag, summary: 'List the audit log', description: NEWEST, errors: ['forbidden'] },
};
