import type { MailState } from '../../contract/forwarding/mail-state.ts';
import type { Availability } from '../../contract/handles/availability.ts';
import { isHandle } from '../../contract/handles/handle-rules.ts';
import type { Handle, HandlePage } from '../../contract/handles/handles.ts';
import { GUARANTEE_MS } from '../../contract/payments/payments.ts';
import { planForHandle } from '../../contract/payments/plans.ts';
import { hasRight, type Place } from '../../contract/roles.ts';
import type { SocialLink } from '../../contract/social/social-links.ts';
import { socialLinksOf } from '../blocks/social-links-rules.ts';
import { mailStateOf } from '../forwarding/shared/mail-state.ts';
import { toProfileValues } from '../handle-access/profile-fields.ts';
import { profileChanged } from '../page-changes/page-changes.ts';
import { hashToken } from '../platform/crypto/secrets.ts';
import type { Database, Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { withVersion } from '../platform/http/cache/etag-versions.ts';
import { type ListedPage, pageOf } from '../platform/http/paging.ts';
import { readSite } from '../site/site-rules.ts';
import { isReserved } from './reserved-handles.ts';
import { activeHold } from './shared/holds-store.ts';
import { keptUntil } from './shared/kept-until.ts';
import { heldForClaims } from './shared/reserved-claims-store.ts';
import { isReservedHere, type Names } from './shared/site-names.ts';
import { type HandleRow, handleExists, handleOf, handlesOf, insertSample } from './store.ts';

const REASONS = {
  taken: 'handle_taken',
  reserved: 'handle_reserved',
  invalid: 'handle_invalid',
  'not-offered': 'paid_plans_off',
} as const;

/**
 * Proof that a hold belongs to the caller: the reference of its payment, the secret of the browser that placed the
 * order, or the id of an invitation to the handle.
 */
export interface HoldOwner {
  reference?: string | undefined;
  secret?: string | undefined;
  invitation?: number | undefined;
}

/**
 * Returns whether a handle can be claimed, and if not, the reason. Case does not matter. A handle that is held for a
 * payment, an invitation or a waiting claim is taken, except for the owner of the hold. An invitation to a handle takes
 * precedence over the minimum length and the names that the site reserves.
 */
export async function availabilityOf(
  db: Queryable,
  typed: string,
  now: Date,
  names: Names,
  owner: HoldOwner = {},
): Promise<Availability> {
  const handle = typed.toLowerCase();
  if (!isHandle(handle)) return { available: false, reason: 'invalid' };
  const [held] = await heldForClaims(db, [handle], now);
  const isInvited = typeof held?.invitation === 'number' && held.invitation === owner.invitation;
  if (handle.length < names.minimum && !isInvited) return { available: false, reason: 'not-offered' };
  if (isReserved(handle) || (isReservedHere(names, handle) && !isInvited))
    return { available: false, reason: 'reserved' };
  if ((held && !isInvited) || (await handleExists(db, handle))) return { available: false, reason: 'taken' };
  const hold = await activeHold(db, handle, now);
  const isOwn =
    hold?.holder === owner.reference ||
    (owner.secret !== undefined && hold?.browserHash?.equals(hashToken(owner.secret)));
  return hold === undefined || isOwn ? { available: true } : { available: false, reason: 'taken' };
}

/** Throws an error with the reason if a handle cannot be claimed. */
export async function assertAvailable(db: Queryable, handle: string, now: Date, owner?: HoldOwner): Promise<void> {
  const { names } = await readSite(db);
  const { available, reason } = await availabilityOf(db, handle, now, names, owner);
  if (available) return;
  const message = `A handle has at least ${names.minimum} characters here. Please choose a longer one.`;
  throw new ApiError(REASONS[reason ?? 'taken'], reason === 'not-offered' ? { message } : {});
}

/** Throws an error with the reason if a handle cannot be held for an invitation, which may have a name that the site reserves. */
export async function assertAvailableToInvite(db: Queryable, handle: string, now: Date): Promise<void> {
  const { available, reason } = await availabilityOf(db, handle, now, { minimum: 1, free: false, reserved: [] });
  if (!available) throw new ApiError(REASONS[reason ?? 'taken']);
}

/** Returns one page of the handles of an account, its own before those of teams, and whether there are more. */
export async function listHandles(
  db: Queryable,
  accountId: number,
  page: HandlePage,
  now: Date,
): Promise<ListedPage<Handle>> {
  const { items, next } = pageOf(await handlesOf(db, accountId, page), page.limit, (row) => row);
  const links = await socialLinksOf(
    db,
    items.map(({ id }) => id),
  );
  return { items: items.map((row) => toResponse(row, links.get(row.id) ?? [], now)), next };
}

/** Returns the roles and mail rights of an account at the handles of the same page. */
export async function listRoles(
  db: Queryable,
  accountId: number,
  page: HandlePage,
): Promise<ListedPage<Place & { id: number }>> {
  const rows = await handlesOf(db, accountId, page);
  return pageOf(rows, page.limit, ({ id, role, receivesMail }) => ({ id, role, receivesMail }));
}

/** Returns a handle as the account sees it. Throws `not_found` for a stranger. */
export async function readHandle(db: Queryable, accountId: number, id: number, now: Date): Promise<Handle> {
  const row = await handleOf(db, accountId, id);
  if (!row) throw new ApiError('not_found');
  return toResponse(row, (await socialLinksOf(db, [id])).get(id) ?? [], now);
}

function toResponse(row: HandleRow, socialLinks: SocialLink[], now: Date): Handle {
  const settings = {
    id: row.id,
    handle: row.handle,
    role: row.role,
    receivesMail: row.receivesMail,
    plan: planForHandle(row.handle),
    status: row.state,
    ...toProfileValues(row),
    picture: row.profile_picture ?? row.avatar_url,
    account: { avatarUrl: row.avatar_url, bannerUrl: row.banner_url, emailVisible: row.email_visible },
    ...(hasRight(row, 'mail') ? forwardingOf(row) : NO_FORWARDING),
    socialLinks,
    createdAt: row.created_at.toISOString(),
    ...(hasRight(row, 'own') && paymentOf(row)),
    ...(row.given_up_at && { givenUpUntil: keptUntil(row.given_up_at).toISOString() }),
  };
  // The version covers only what people edit: a message that an inbox refuses must not make an edit stale.
  return {
    ...withVersion(settings),
    acceptsMail: row.accepts_mail,
    mail: mailOf(row, now),
    ...(row.suspension && hasRight(row, 'own') && { suspension: row.suspension }),
  };
}

/**
 * Returns the state of a handle's mail. A member without the right to the mail learns only what its page and a refused
 * message reveal to everyone.
 */
function mailOf(row: HandleRow, now: Date): MailState {
  if (hasRight(row, 'mail') || row.state !== 'active') {
    return mailStateOf(row, now);
  }
  return row.accepts_mail
    ? { state: 'works', reason: null, since: null }
    : { state: 'paused', reason: 'Mail to this handle is not forwarded at the moment.', since: null };
}

function paymentOf(row: HandleRow): Pick<Handle, 'paidUntil' | 'refundUntil'> {
  return {
    ...(row.paid_until && { paidUntil: row.paid_until.toISOString() }),
    ...(row.last_payment_at && { refundUntil: new Date(row.last_payment_at.getTime() + GUARANTEE_MS).toISOString() }),
  };
}

type ForwardingFields = Pick<Handle, 'emailForwarding' | 'forwardingEmail' | 'forwardingStatus' | 'deliveringTo'>;

/** The fields for a member without the right to the mail, who may change the page but not learn the owner's inbox. */
const NO_FORWARDING: ForwardingFields = {
  emailForwarding: false,
  forwardingEmail: null,
  forwardingStatus: 'none',
  deliveringTo: null,
};

function forwardingOf(row: HandleRow): ForwardingFields {
  return {
    emailForwarding: row.forwarding_on === true,
    forwardingEmail: row.pending_address ?? row.address,
    forwardingStatus: forwardingStatus(row),
    deliveringTo: row.state === 'active' && row.forwarding_on === true && row.paused_at === null ? row.address : null,
  };
}

function forwardingStatus(row: HandleRow): Handle['forwardingStatus'] {
  if (row.pending_address !== null) return 'pending';
  return row.address !== null ? 'verified' : 'none';
}

/** Inserts the example profile with its links unless it exists. Runs when the service first starts. */
export async function seedSample(db: Database, sample: Parameters<typeof insertSample>[1]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const id = await insertSample(trx, sample);
    if (id !== undefined) await profileChanged(trx, id);
  });
}
