import * as z from 'zod/mini';
import { ADMIN_ROLES } from '../admin-roles.ts';
import { defineCall, done } from '../call.ts';
import { HANDLE_STATES } from '../handles/handles.ts';
import { PLANS } from '../payments/plans.ts';
import { socialLink } from '../social/social-links.ts';

export const id = z.int().check(z.positive());

/** GET /api/admin/check. `passkey` is absent if the calls for administrators accept this session. */
const adminCheck = z.object({
  isAdmin: z.boolean(),
  /** Present for administrators. */
  role: z.optional(z.enum(ADMIN_ROLES)),
  /** `enrol`: the account must add a passkey first. `confirm`: this session must be confirmed with the passkey. */
  passkey: z.optional(z.enum(['enrol', 'confirm'])),
});

/**
 * GET /api/admin/waiting: numbers of items that wait for an administrator, each up to WAITING_MAX. `mailQueue`: held
 * copies, plus one for a paused queue. `payments`: payments at PayPal that could not be completed or refunded yet.
 */
export const WAITING_MAX = 100;

const adminWaiting = z.object({
  support: z.int(),
  pageReports: z.int(),
  mailQueue: z.int(),
  payments: z.int(),
  claims: z.int(),
});
export type AdminWaiting = z.infer<typeof adminWaiting>;

/** GET /api/admin/stats */
const adminStats = z.object({ users: z.int(), activeHandles: z.int(), activeProfiles: z.int() });
export type AdminStats = z.infer<typeof adminStats>;

/** One item of GET /api/admin/users; `suspended` is present only if true. */
const adminUser = z.object({
  id,
  email: z.string(),
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  /** Present for administrators. */
  role: z.optional(z.enum(ADMIN_ROLES)),
  createdAt: z.iso.datetime(),
  suspended: z.optional(z.literal(true)),
  /** Maximum number of free handles; present only if an administrator set it. */
  handleLimit: z.optional(z.int()),
});
export type AdminUser = z.infer<typeof adminUser>;

const adminUsers = z.array(adminUser);

/** One item of GET /api/admin/handles; `userId` is null if the handle has no owner. */
const adminHandle = z.object({
  id,
  handle: z.string(),
  userId: z.nullable(id),
  plan: z.enum(PLANS),
  status: z.enum(HANDLE_STATES),
  /** Time until which the owner can keep a handle that was given up. */
  givenUpUntil: z.optional(z.iso.datetime()),
  createdAt: z.iso.datetime(),
});
export type AdminHandle = z.infer<typeof adminHandle>;

const adminHandles = z.array(adminHandle);

/** One item of GET /api/admin/profiles: the public view of a handle; `id` equals `handleId`. */
const adminProfile = z.object({
  id,
  username: z.string(),
  displayName: z.nullable(z.string()),
  handleId: id,
  emailVisible: z.boolean(),
  socialLinks: z.array(socialLink),
});
export type AdminProfile = z.infer<typeof adminProfile>;

const adminProfiles = z.array(adminProfile);

/** The sort keys of each list; `-email` sorts in descending order. */
export const USER_SORTS = ['id', 'email', 'emailVerified', 'isAdmin', 'createdAt'] as const;

export const HANDLE_SORTS = ['id', 'handle', 'userId', 'plan', 'status', 'createdAt'] as const;

export const PROFILE_SORTS = ['id', 'username', 'displayName', 'handleId', 'emailVisible'] as const;

export const limit = z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(500))), 100);

/** Part of a name or an address; fewer than three characters match only the beginning. */
export const search = z.optional(z.string().check(z.maxLength(200)));

/** Page cursor: the id of the last item received, with its sort value if the list is not sorted by id. */
const after = z.optional(z.string().check(z.regex(/^\d{1,12}(~[\w-]{0,600})?$/)));

const sortBy = <const Column extends string>(columns: readonly Column[]) =>
  z.optional(z.enum(columns.flatMap((column) => [column, `-${column}` as const])));

/** Queries of the lists. The default order is by id, or by the searched column if `search` is set. */
export const userQuery = z.strictObject({ limit, after, search, sort: sortBy(USER_SORTS) });

export const handleQuery = z.strictObject({ limit, after, search, sort: sortBy(HANDLE_SORTS) });

export const profileQuery = z.strictObject({ limit, after, search, sort: sortBy(PROFILE_SORTS) });

/** Queries of the CSV exports, which contain the complete list. */
export const userExportQuery = z.strictObject({ search, sort: sortBy(USER_SORTS) });

export const handleExportQuery = z.strictObject({ search, sort: sortBy(HANDLE_SORTS) });

export const profileExportQuery = z.strictObject({ search, sort: sortBy(PROFILE_SORTS) });

/** Queries of lists in descending order of id. */
export const afterId = z.optional(z.string().check(z.regex(/^\d{1,12}$/)));

export const auditQuery = z.strictObject({ limit, after: afterId });

/** POST .../suspend, .../unsuspend and a refund: the reason, which is written to the audit log. */
export const actionReason = z.strictObject({
  reason: z
    .pipe(
      z.string(),
      z.transform((typed: string) => typed.trim()),
    )
    .check(z.minLength(1, 'Please say why.'), z.maxLength(500, 'Please use at most 500 characters.')),
});

/** Common properties of calls that carry out an administrator's action. */
export const ADMIN_ACT = { by: 'admin', recent: 'administer', body: actionReason, response: done } as const;

/** POST /api/admin/users/{id}/handle-limit: maximum number of free handles; null restores the default. */
export const handleLimitRequest = z.extend(actionReason, {
  limit: z.nullable(
    z
      .int('Please enter a whole number.')
      .check(
        z.minimum(0, 'Please enter a number of handles.'),
        z.maximum(100_000, 'Please enter at most 100,000 handles.'),
      ),
  ),
});

/** PUT /api/admin/users/{id}/role; null removes the role. */
const roleRequest = z.strictObject({
  role: z.nullable(z.enum(ADMIN_ROLES)),
  reason: z.optional(actionReason.shape.reason),
});

/** One item of GET /api/admin/audit: an action, its actor and target, and the state before and after. */
const adminAction = z.object({
  id,
  at: z.iso.datetime(),
  actor: z.string(),
  /** The actor's role at that time; absent for the command line, and for actions before there were roles. */
  role: z.optional(z.enum(ADMIN_ROLES)),
  act: z.string(),
  /** For example `user 7 (ada@inbox.example)`, `handle 3 (ada)` or `package 2 (Plus)`. */
  target: z.string(),
  reason: z.nullable(z.string()),
  before: z.nullable(z.looseObject({})),
  after: z.nullable(z.looseObject({})),
});
export type AdminAction = z.infer<typeof adminAction>;

const adminActions = z.array(adminAction);

export const getAdminHandles = defineCall('GET /api/admin/handles', {
  by: 'admin',
  query: handleQuery,
  response: adminHandles,
});

export const postAdminHandleSuspend = defineCall('POST /api/admin/handles/:id/suspend', {
  ...ADMIN_ACT,
  errors: ['not_found', 'not_suspendable'],
});

export const postAdminHandleUnsuspend = defineCall('POST /api/admin/handles/:id/unsuspend', {
  ...ADMIN_ACT,
  errors: ['not_found', 'not_suspended', 'owner_suspended'],
});

export const getAdminUsers = defineCall('GET /api/admin/users', {
  by: 'admin',
  query: userQuery,
  response: adminUsers,
});

export const postAdminUserSuspend = defineCall('POST /api/admin/users/:id/suspend', {
  ...ADMIN_ACT,
  errors: ['not_found', 'not_suspendable', 'own_account', 'last_owner'],
});

export const postAdminUserUnsuspend = defineCall('POST /api/admin/users/:id/unsuspend', {
  ...ADMIN_ACT,
  errors: ['not_found', 'not_suspended'],
});

export const postAdminUserEndSessions = defineCall('POST /api/admin/users/:id/end-sessions', {
  ...ADMIN_ACT,
  errors: ['not_found'],
});

export const postAdminUserHandleLimit = defineCall('POST /api/admin/users/:id/handle-limit', {
  by: 'admin',
  recent: 'administer',
  body: handleLimitRequest,
  response: done,
  errors: ['not_found'],
});

export const putAdminUserRole = defineCall('PUT /api/admin/users/:id/role', {
  by: 'admin',
  recent: 'administer',
  body: roleRequest,
  response: done,
  errors: ['not_found', 'role_from_settings', 'last_owner'],
});

export const getAdminProfiles = defineCall('GET /api/admin/profiles', {
  by: 'admin',
  query: profileQuery,
  response: adminProfiles,
});

export const getAdminAudit = defineCall('GET /api/admin/audit', {
  by: 'admin',
  query: auditQuery,
  response: adminActions,
});

export const getAdminCheck = defineCall('GET /api/admin/check', { by: 'account', response: adminCheck });

export const getAdminStats = defineCall('GET /api/admin/stats', { by: 'admin', response: adminStats });

export const getAdminWaiting = defineCall('GET /api/admin/waiting', { by: 'admin', response: adminWaiting });

export const getAdminUsersFile = defineCall('GET /api/admin/users.csv', {
  by: 'admin',
  query: userExportQuery,
  produces: 'text/csv',
  errors: ['unavailable'],
});

export const getAdminHandlesFile = defineCall('GET /api/admin/handles.csv', {
  by: 'admin',
  query: handleExportQuery,
  produces: 'text/csv',
  errors: ['unavailable'],
});

export const getAdminProfilesFile = defineCall('GET /api/admin/profiles.csv', {
  by: 'admin',
  query: profileExportQuery,
  produces: 'text/csv',
  errors: ['unavailable'],
});
