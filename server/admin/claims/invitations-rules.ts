import {
  type AdminInvitation,
  INVITATION_MAX_DAYS,
  type NewClaimInvitation,
} from '../../../contract/claims/claim-invitations.ts';
import { DAY } from '../../../contract/time.ts';
import { invitationPath } from '../../claim-invitations/invitation-rules.ts';
import { type ClaimInvitation, insertInvitation } from '../../claim-invitations/shared/claim-invitations-store.ts';
import { assertOffered } from '../../handles/offer-rules.ts';
import { assertAvailableToInvite } from '../../handles/rules.ts';
import { lockClaimHolds } from '../../handles/shared/reserved-claims-store.ts';
import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { App } from '../../platform/http/app-context.ts';
import { type ListedPage, pageOf } from '../../platform/http/paging.ts';
import { readSite } from '../../site/site-rules.ts';
import { type Actor, recordAction } from '../audit/audit-store.ts';
import { deleteInvitation, type Page, readInvitations } from './claims-store.ts';

type Inviting = Pick<App, 'db' | 'site' | 'secrets' | 'clock'>;

/** Returns one page of the invitations, newest first. Only administrators who may invite get the links. */
export async function listInvitations(
  { db, clock, ...origin }: Inviting,
  page: Page,
  mayInvite: boolean,
): Promise<ListedPage<AdminInvitation>> {
  const now = clock();
  return pageOf(await readInvitations(db, page), page.limit, (row) => {
    const isOpen = row.used < row.uses && row.expires_at > now;
    return toResponse(row, mayInvite && isOpen ? urlOf(origin, row.id) : null);
  });
}

/**
 * Creates an invitation. A handle in it is held until the invitation is used or ends; it may be shorter than the site
 * allows, and one of the names that the site reserves, but not of the built-in ones, which mail programs and
 * certificate authorities trust.
 */
export async function createInvitation(
  { db, clock, ...origin }: Inviting,
  actor: Actor,
  { uses, until, handle: typed }: NewClaimInvitation,
): Promise<AdminInvitation> {
  const now = clock();
  const expiresAt = new Date(until);
  assertEnd(expiresAt, now);
  return db.transaction().execute(async (trx) => {
    const handle = typed?.toLowerCase() ?? null;
    if (handle !== null) {
      await lockClaimHolds(trx);
      await assertAvailableToInvite(trx, handle, now);
      assertOffered(origin.site, (await readSite(trx)).names, handle);
    }
    const row = await insertInvitation(trx, { uses, expires_at: expiresAt, handle, email: null });
    await recordAction(trx, {
      actor,
      act: 'create invitation',
      target: { kind: 'invitation', id: row.id, ...(handle !== null && { name: handle }) },
      after: { uses, until, ...(handle !== null && { handle }) },
    });
    return toResponse(row, urlOf(origin, row.id));
  });
}

/** Deletes an invitation, so that its link gives no more handles. Throws `not_found`. */
export async function withdrawInvitation({ db }: { db: Database }, actor: Actor, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await deleteInvitation(trx, id);
    if (!row) throw new ApiError('not_found');
    const { uses, used, handle } = row;
    await recordAction(trx, {
      actor,
      act: 'delete invitation',
      target: { kind: 'invitation', id, ...(handle !== null && { name: handle }) },
      before: { uses, used, until: row.expires_at.toISOString(), ...(handle !== null && { handle }) },
    });
  });
}

function assertEnd(until: Date, now: Date): void {
  const last = now.getTime() + INVITATION_MAX_DAYS * DAY;
  if (until > now && until.getTime() <= last) return;
  const message = `Please enter a day in the future, within ${INVITATION_MAX_DAYS} days.`;
  throw new ApiError('invalid_input', { errors: [{ path: 'until', message }] });
}

function urlOf({ site, secrets }: Pick<Inviting, 'site' | 'secrets'>, id: number): string {
  return site.origin + invitationPath(secrets, id);
}

function toResponse(row: ClaimInvitation, url: string | null): AdminInvitation {
  return {
    id: row.id,
    url,
    uses: row.uses,
    used: row.used,
    until: row.expires_at.toISOString(),
    handle: row.handle,
    createdAt: row.created_at.toISOString(),
  };
}
