import { isHandle } from '../../contract/handle-rules.ts';
import type { Availability, Handle, HandlePage } from '../../contract/handles.ts';
import { pages } from '../../contract/paths.ts';
import { planForHandle } from '../../contract/plans.ts';
import type { SocialLink } from '../../contract/social-links.ts';
import { accountOfInbox } from '../accounts/rules.ts';
import { orderLetter } from '../letters/rules.ts';
import { issueLink, type LinkAct } from '../links/rules.ts';
import type { Clock } from '../plumbing/clock.ts';
import type { Database, Queryable } from '../plumbing/database.ts';
import { Failure } from '../plumbing/failure.ts';
import { socialLinksOf } from '../profiles/links-rules.ts';
import { profileChanged } from '../profiles/rules.ts';
import { holderOf } from './holds-store.ts';
import { isReserved } from './reserved.ts';
import {
  type HandleRow,
  handleExists,
  handleOf,
  handlesOf,
  insertHandle,
  insertSample,
  ownedHandle,
  ownerOf,
  updateHandle,
} from './store.ts';

const REASONS = {
  taken: 'handle_taken',
  reserved: 'handle_reserved',
  invalid: 'handle_invalid',
  'not-offered': 'paid_plans_off',
} as const;

/**
 * Whether a handle can be claimed, and if not, why. Case is folded: nobody owns capitals. One that is held for a payment
 * counts as taken, but for the payment with the reference `holder`.
 */
export async function availabilityOf(db: Queryable, typed: string, now: Date, holder?: string): Promise<Availability> {
  const handle = typed.toLowerCase();
  if (!isHandle(handle)) return { available: false, reason: 'invalid' };
  if (isReserved(handle)) return { available: false, reason: 'reserved' };
  if (await handleExists(db, handle)) return { available: false, reason: 'taken' };
  const held = await holderOf(db, handle, now);
  if (held !== undefined && held !== holder) return { available: false, reason: 'taken' };
  return { available: true };
}

/** Throws why a handle can't be claimed, if it can't. */
export async function assertAvailable(db: Queryable, handle: string, now: Date, holder?: string): Promise<void> {
  const { available, reason } = await availabilityOf(db, handle, now, holder);
  if (!available) throw new Failure(REASONS[reason ?? 'taken']);
}

/** Throws why a handle can't be claimed for free, if it can't. The client's plan is compared with the length's. */
async function assertFreeClaim(db: Queryable, handle: string, plan: string | undefined, now: Date): Promise<void> {
  await assertAvailable(db, handle, now);
  const actual = planForHandle(handle);
  if (plan !== undefined && plan !== actual) throw new Failure('plan_mismatch');
  if (actual !== 'Free') throw new Failure('payment_required');
}

/** Orders the letter whose link claims a free handle. */
export async function askToClaim(
  db: Database,
  clock: Clock,
  request: { email: string; handle: string; plan?: string | undefined },
  mailDomain: string,
): Promise<void> {
  const handle = request.handle.toLowerCase();
  if (request.email.toLowerCase().endsWith(`@${mailDomain}`)) throw new Failure('own_domain');
  await assertFreeClaim(db, handle, request.plan, clock());
  await db.transaction().execute((trx) => orderLetter(trx, { kind: 'claim', to: request.email, handle }, clock()));
}

/** The token of a fresh claim link. */
export async function claimToken(db: Queryable, now: Date, email: string, handle: string): Promise<string> {
  return issueLink(db, now, { purpose: 'claim', email, handle });
}

/** The button of a claim link: account, handle and session, all or nothing. */
export function claimAct(clock: Clock): LinkAct {
  return {
    async objection(db, link) {
      return link.handle !== null && (await handleExists(db, link.handle)) ? 'handle-gone' : null;
    },
    async act(trx, link) {
      if (link.handle === null) throw new Failure('link_invalid');
      const account = await accountOfInbox(trx, link.email, clock());
      const won = await insertHandle(trx, link.handle, account);
      // A second link of the same person for the same handle is no loss to anybody.
      if (won !== undefined) await profileChanged(trx, won);
      else if ((await ownerOf(trx, link.handle))?.account_id !== account) throw new Failure('handle_gone');
      return { signIn: account, goTo: pages.manage() };
    },
  };
}

/** Claims a handle of free length for somebody who is signed in. Throws why it can't be had. */
export async function createProfile(
  db: Database,
  accountId: number,
  wanted: { username: string; displayName?: string | null | undefined; bio?: string | null | undefined },
  now: Date,
): Promise<{ username: string }> {
  const username = wanted.username.toLowerCase();
  await assertFreeClaim(db, username, undefined, now);
  return db.transaction().execute(async (trx) => {
    const id = await insertHandle(trx, username, accountId);
    if (id === undefined) throw new Failure('handle_taken');
    await updateHandle(trx, id, { display_name: wanted.displayName, bio: wanted.bio });
    await profileChanged(trx, id);
    return { username };
  });
}

/** One page of an owner's handles, oldest first, and whether there is more. */
export async function listHandles(
  db: Queryable,
  accountId: number,
  page: HandlePage,
): Promise<{ handles: Handle[]; more: boolean }> {
  const rows = await handlesOf(db, accountId, page);
  const shown = rows.slice(0, page.limit);
  const links = await socialLinksOf(
    db,
    shown.map(({ id }) => id),
  );
  return { handles: shown.map((row) => wire(row, links.get(row.id) ?? [])), more: rows.length > page.limit };
}

/** One of an owner's handles, or `not_found`. */
export async function ownHandle(db: Queryable, accountId: number, id: number): Promise<Handle> {
  const row = await handleOf(db, accountId, id);
  if (!row) throw new Failure('not_found');
  return wire(row, (await socialLinksOf(db, [id])).get(id) ?? []);
}

function wire(row: HandleRow, socialLinks: SocialLink[]): Handle {
  return {
    id: row.id,
    handle: row.handle,
    plan: planForHandle(row.handle),
    status: row.state,
    displayName: row.display_name,
    bio: row.bio,
    profilePicture: row.profile_picture,
    bannerImage: row.banner_image,
    template: row.template,
    emailForwarding: row.forwarding_on === true,
    forwardingEmail: row.pending_address ?? row.address,
    forwardingStatus: forwardingStatus(row),
    deliveringTo: row.forwarding_on === true ? row.address : null,
    profilePage: row.profile_page,
    socialLinks,
    createdAt: row.created_at.toISOString(),
    ...(row.paid_until && { paidUntil: row.paid_until.toISOString() }),
  };
}

function forwardingStatus(row: HandleRow): Handle['forwardingStatus'] {
  if (row.pending_address !== null) return 'pending';
  return row.address !== null ? 'verified' : 'none';
}

/** An owner's handle, or `not_found`: unknown and another's read the same. */
export async function requireOwned(db: Queryable, accountId: number, id: number) {
  const handle = await ownedHandle(db, accountId, id);
  if (!handle) throw new Failure('not_found');
  return handle;
}

/** First start: the example profile, with what it shows. */
export async function seedSample(db: Database, sample: Parameters<typeof insertSample>[1]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const id = await insertSample(trx, sample);
    if (id !== undefined) await profileChanged(trx, id);
  });
}
