import type { Selectable } from 'kysely';
import type { LinkPurpose, MailedLinks } from '../../db/schema.ts';
import type { Queryable } from '../platform/db/database.ts';

export interface MagicLink {
  id: number;
  purpose: LinkPurpose;
  email: string;
  handle: string | null;
  forwardingId: number | null;
  /** The member of a team whose inbox the link verifies. */
  memberId: number | null;
  /** The change of a sign-in address that the link confirms or undoes. */
  emailChangeId: number | null;
  /** The invitation that a claim was begun with. */
  claimInvitationId: number | null;
  expiresAt: Date;
  usedAt: Date | null;
}

export interface NewLink {
  tokenHash: Buffer;
  purpose: LinkPurpose;
  email: string;
  handle?: string | undefined;
  forwardingId?: number | undefined;
  memberId?: number | undefined;
  emailChangeId?: number | undefined;
  claimInvitationId?: number | undefined;
  expiresAt: Date;
}

export async function insertLink(db: Queryable, link: NewLink): Promise<number> {
  const { id } = await db
    .insertInto('mailed_links')
    .values({
      token_hash: link.tokenHash,
      purpose: link.purpose,
      email: link.email,
      handle: link.handle ?? null,
      forwarding_id: link.forwardingId ?? null,
      member_id: link.memberId ?? null,
      email_change_id: link.emailChangeId ?? null,
      claim_invitation_id: link.claimInvitationId ?? null,
      expires_at: link.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findLink(db: Queryable, hash: Buffer): Promise<MagicLink | null> {
  const row = await db.selectFrom('mailed_links').selectAll().where('token_hash', '=', hash).executeTakeFirst();
  return row ? toLink(row) : null;
}

export async function findLinkById(db: Queryable, id: number): Promise<MagicLink | null> {
  const row = await db.selectFrom('mailed_links').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toLink(row) : null;
}

function toLink(row: Selectable<MailedLinks>): MagicLink {
  return {
    id: row.id,
    purpose: row.purpose,
    email: row.email,
    handle: row.handle,
    forwardingId: row.forwarding_id,
    memberId: row.member_id,
    emailChangeId: row.email_change_id,
    claimInvitationId: row.claim_invitation_id,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  };
}

/**
 * Marks a link as used, with one statement, so that only one of two requests gets true. Returns false if the link has
 * expired or was used before.
 */
export async function spendLink(db: Queryable, id: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('mailed_links')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
