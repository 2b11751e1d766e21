import { sql } from 'kysely';
import type { LinkPurpose } from '../../db/schema.ts';
import type { Queryable } from '../platform/db/database.ts';

export interface MailedLink {
  id: number;
  purpose: LinkPurpose;
  email: string;
  handle: string | null;
  forwardingId: number | null;
  expiresAt: Date;
  usedAt: Date | null;
}

export interface NewLink {
  tokenHash: Buffer;
  purpose: LinkPurpose;
  email: string;
  handle?: string | undefined;
  forwardingId?: number | undefined;
  expiresAt: Date;
}

export async function insertLink(db: Queryable, link: NewLink): Promise<void> {
  await db
    .insertInto('mailed_links')
    .values({
      token_hash: link.tokenHash,
      purpose: link.purpose,
      email: link.email,
      handle: link.handle ?? null,
      forwarding_id: link.forwardingId ?? null,
      expires_at: link.expiresAt,
    })
    .execute();
}

export async function findLink(db: Queryable, hash: Buffer): Promise<MailedLink | null> {
  const row = await db.selectFrom('mailed_links').selectAll().where('token_hash', '=', hash).executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    purpose: row.purpose,
    email: row.email,
    handle: row.handle,
    forwardingId: row.forwarding_id,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  };
}

/** Marks a link as used if nobody has yet and it still holds; false means somebody was first. One statement settles races. */
export async function useLink(db: Queryable, id: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('mailed_links')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Marks the unused links of an address as used; what other people's handles asked of it is another matter. */
export async function endLinksOf(db: Queryable, email: string, now: Date): Promise<void> {
  await db
    .updateTable('mailed_links')
    .set({ used_at: now })
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('purpose', '<>', 'verify-forwarding')
    .where('used_at', 'is', null)
    .execute();
}

/** Forgets links that ended before this moment. */
export async function deleteLinksBefore(db: Queryable, moment: Date): Promise<void> {
  await db.deleteFrom('mailed_links').where('expires_at', '<', moment).execute();
}
