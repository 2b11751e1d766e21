import * as z from 'zod/mini';
import { HANDLE_STATES } from './handles.ts';
import { PLANS } from './plans.ts';
import { socialLink } from './social-links.ts';

const id = z.int().check(z.positive());

/** GET /api/admin/check */
export const adminCheck = z.object({ isAdmin: z.boolean() });

/** GET /api/admin/stats */
export const adminStats = z.object({ users: z.int(), activeHandles: z.int(), activeProfiles: z.int() });
export type AdminStats = z.infer<typeof adminStats>;

/** One item of GET /api/admin/users; `suspended` is there only where it is true. */
export const adminUser = z.object({
  id,
  email: z.string(),
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  createdAt: z.iso.datetime(),
  suspended: z.optional(z.literal(true)),
  /** Free handles that it may have; there only where an administrator set it. */
  handleLimit: z.optional(z.int()),
});
export type AdminUser = z.infer<typeof adminUser>;
export const adminUsers = z.array(adminUser);

/** One item of GET /api/admin/handles; `userId` is null where nobody owns it. */
export const adminHandle = z.object({
  id,
  handle: z.string(),
  userId: z.nullable(id),
  plan: z.enum(PLANS),
  status: z.enum(HANDLE_STATES),
  createdAt: z.iso.datetime(),
});
export type AdminHandle = z.infer<typeof adminHandle>;
export const adminHandles = z.array(adminHandle);

/** One item of GET /api/admin/profiles: the public view of a handle, whose id it shares. */
export const adminProfile = z.object({
  id,
  username: z.string(),
  displayName: z.nullable(z.string()),
  handleId: id,
  emailVisible: z.boolean(),
  socialLinks: z.array(socialLink),
});
export type AdminProfile = z.infer<typeof adminProfile>;
export const adminProfiles = z.array(adminProfile);

/** What each list can be sorted by; `-email` is the other way round. */
export const USER_SORTS = ['id', 'email', 'emailVerified', 'isAdmin', 'createdAt'] as const;
export const HANDLE_SORTS = ['id', 'handle', 'userId', 'plan', 'status', 'createdAt'] as const;
export const PROFILE_SORTS = ['id', 'username', 'displayName', 'handleId', 'emailVisible'] as const;

const limit = z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(500))), 100);
/** The beginning of an email address or a handle. */
const search = z.optional(z.string().check(z.maxLength(200)));
/** Where a page begins: the id of the last item seen, with its place in the order where that is not by id. */
const after = z.optional(z.string().check(z.regex(/^\d{1,12}(~[\w-]{0,600})?$/)));
const sortBy = <const Column extends string>(columns: readonly Column[]) =>
  z.optional(z.enum(columns.flatMap((column) => [column, `-${column}` as const])));

/** Queries of the lists. Without `sort` a list is in the order of its ids, a search in that of what it looks at. */
export const userQuery = z.strictObject({ limit, after, search, sort: sortBy(USER_SORTS) });
export const handleQuery = z.strictObject({ limit, after, search, sort: sortBy(HANDLE_SORTS) });
export const profileQuery = z.strictObject({ limit, after, search, sort: sortBy(PROFILE_SORTS) });

/** The same lists as files, whole. */
export const userExportQuery = z.strictObject({ search, sort: sortBy(USER_SORTS) });
export const handleExportQuery = z.strictObject({ search, sort: sortBy(HANDLE_SORTS) });
export const profileExportQuery = z.strictObject({ search, sort: sortBy(PROFILE_SORTS) });

/** Queries of what is listed newest first. */
const afterId = z.optional(z.string().check(z.regex(/^\d{1,12}$/)));
export const paymentQuery = z.strictObject({ limit, after: afterId, search });
export const auditQuery = z.strictObject({ limit, after: afterId });

/** POST .../suspend and .../unsuspend, and of a refund: why. It goes into the log. */
export const actionReason = z.strictObject({
  reason: z
    .pipe(
      z.string(),
      z.transform((typed: string) => typed.trim()),
    )
    .check(z.minLength(1, 'Please say why.'), z.maxLength(500, 'Please use at most 500 characters.')),
});

/** POST /api/admin/users/{id}/handle-limit: how many free handles the account may have; null for the default in the settings. */
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

/** One item of GET /api/admin/packages; US dollars a year. */
export const adminPackage = z.object({
  id,
  /** Another one after every change; sent back in If-Match it guards a write. */
  version: z.string(),
  name: z.string(),
  price_yearly_usd_full: z.number(),
  price_yearly_usd_now: z.number(),
});
export type AdminPackage = z.infer<typeof adminPackage>;
export const adminPackages = z.array(adminPackage);

export const PACKAGE_NAME_MAX_LENGTH = 50;
/** US dollars a year that nobody means to ask. */
const ABSURD = 100_000;

const price = (which: string) =>
  z.number(`${which} must be a number`).check(
    z.minimum(0, `${which} can not be negative`),
    z.maximum(ABSURD, `${which} can not be above $${ABSURD.toLocaleString('en-US')}`),
    z.refine(
      (amount) => Math.abs(amount) > ABSURD || Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6,
      `${which} can not have parts of a cent`,
    ),
  );

/** POST /api/admin/packages and PUT /api/admin/packages/{id} */
export const packageRequest = z
  .strictObject({
    name: z
      .pipe(
        z.string('The name must be a text'),
        z.transform((typed: string) => typed.replace(/\s+/g, ' ').trim()),
      )
      .check(
        z.minLength(1, 'The name can not be empty'),
        z.maxLength(PACKAGE_NAME_MAX_LENGTH, `The name can have at most ${PACKAGE_NAME_MAX_LENGTH} characters`),
        z.refine(
          (name) => name.isWellFormed() && !/\p{Cc}/u.test(name),
          'The name has characters that can not be shown',
        ),
      ),
    price_yearly_usd_full: price('The full price'),
    price_yearly_usd_now: price('The current price'),
  })
  .check(
    z.refine((wanted) => wanted.price_yearly_usd_now <= wanted.price_yearly_usd_full, {
      message: 'The current price can not be above the full price',
      path: ['price_yearly_usd_now'],
    }),
  );
export type PackageRequest = z.infer<typeof packageRequest>;

/** One item of GET /api/admin/payments, and the answer to a refund; US dollars. */
export const adminPayment = z.object({
  id,
  state: z.enum(['created', 'pending', 'captured', 'granted', 'refunding', 'refunded', 'lapsed']),
  plan: z.string(),
  price: z.number(),
  handle: z.nullable(z.string()),
  email: z.nullable(z.string()),
  isRenewal: z.boolean(),
  orderId: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  capturedAt: z.nullable(z.iso.datetime()),
  refundedAt: z.nullable(z.iso.datetime()),
  refundReason: z.nullable(z.string()),
  problem: z.nullable(z.string()),
});
export type AdminPayment = z.infer<typeof adminPayment>;
export const adminPayments = z.array(adminPayment);

/** GET /api/admin/mail-queue: copies that wait to be delivered; the destinations with the most of them. */
export const mailQueue = z.object({
  count: z.int(),
  oldest: z.nullable(z.iso.datetime()),
  /** Copies that an operator holds back. */
  held: z.int(),
  /** Nothing leaves the queue since then: by whose word, or because this database was restored from a copy. */
  paused: z.nullable(z.object({ at: z.iso.datetime(), reason: z.string() })),
  /** Roles that no process runs: what waits for them stays where it is. */
  missingRoles: z._default(z.array(z.enum(['http', 'mail', 'jobs'])), []),
  /** What a person should look at, the latest first: who speaks badly of us, whose inbox is full, where TLS fails, which jobs ended processes. */
  alarms: z.array(
    z.object({
      kind: z.enum(['reputation', 'mailbox-full', 'tls', 'isolated']),
      host: z.string(),
      words: z.string(),
      count: z.int(),
      firstAt: z.iso.datetime(),
      lastAt: z.iso.datetime(),
    }),
  ),
  destinations: z.array(
    z.object({
      domain: z.string(),
      count: z.int(),
      oldest: z.iso.datetime(),
      nextTry: z.iso.datetime(),
      /** What the destination said last. */
      lastWords: z.nullable(z.string()),
    }),
  ),
});
export type MailQueue = z.infer<typeof mailQueue>;

/** One item of GET /api/admin/audit: who did what to what, and what it was before and after. */
export const adminAction = z.object({
  id,
  at: z.iso.datetime(),
  actor: z.string(),
  act: z.string(),
  /** `user 7 (ada@inbox.example)`, `handle 3 (ada)`, `package 2 (Plus)`. */
  target: z.string(),
  reason: z.nullable(z.string()),
  before: z.nullable(z.looseObject({})),
  after: z.nullable(z.looseObject({})),
});
export type AdminAction = z.infer<typeof adminAction>;
export const adminActions = z.array(adminAction);
