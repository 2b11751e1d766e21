import { sql } from 'kysely';
import type { ContactPage } from '../../../contract/sending/contacts.ts';
import type { Queryable } from '../../platform/db/database.ts';

/**
 * SQL: whether the owner sees a contact: someone who wrote, got mail, was added, or is blocked. Others were only named
 * in mail.
 */
const LISTED = sql<boolean>`(last_received_at is not null or last_sent_at is not null or added_at is not null or blocked)`;
const ACTIVITY = sql<Date>`greatest(last_received_at, last_sent_at, created_at)`;

const COLUMNS = [
  ...(['id', 'address', 'name', 'token', 'token_used_at', 'blocked'] as const),
  ...(['last_received_at', 'last_sent_at', 'created_at'] as const),
] as const;

/** Returns the LIKE pattern for a text anywhere in a column. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Returns contacts of a handle, most recent activity first, one more than fits on the page. */
export async function findContacts(db: Queryable, handleId: number, { limit, after, search }: ContactPage) {
  return db
    .selectFrom('contacts')
    .select(COLUMNS)
    .where('handle_id', '=', handleId)
    .where(LISTED)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${ACTIVITY}, id) < (select ${ACTIVITY}, id from contacts where id = ${after} and handle_id = ${handleId})`,
      ),
    )
    .$if(search !== undefined && search !== '', (query) =>
      query.where((is) =>
        is.or([is('address', 'ilike', containing(search ?? '')), is('name', 'ilike', containing(search ?? ''))]),
      ),
    )
    .orderBy(ACTIVITY, 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export type ContactRow = Awaited<ReturnType<typeof findContacts>>[number];

/** Returns the number of contacts of a handle that the owner added. */
export async function countAdded(db: Queryable, handleId: number): Promise<number> {
  const { count } = await db
    .selectFrom('contacts')
    .select((one) => one.fn.countAll<string>().as('count'))
    .where('handle_id', '=', handleId)
    .where('added_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds a contact with a valid token, or lists an existing one. An empty name keeps the stored one. */
export async function upsertAdded(
  db: Queryable,
  added: { handleId: number; address: string; name: string; token: string; now: Date; expired: Date },
): Promise<ContactRow> {
  const { handleId, address, name, token, now, expired } = added;
  return db
    .insertInto('contacts')
    .values({ handle_id: handleId, address, name, token, token_used_at: now, added_at: now })
    .onConflict((conflict) =>
      conflict.columns(['handle_id', 'address']).doUpdateSet({
        name: sql<string>`coalesce(nullif(excluded.name, ''), contacts.name)`,
        token: sql<string>`case when coalesce(contacts.token_used_at, contacts.created_at) > ${expired}
          then coalesce(contacts.token, excluded.token) else excluded.token end`,
        token_used_at: now,
        added_at: sql<Date>`coalesce(contacts.added_at, excluded.added_at)`,
      }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Blocks or unblocks a contact of a handle. Returns undefined if the contact does not exist. */
export async function setBlocked(
  db: Queryable,
  handleId: number,
  id: number,
  blocked: boolean,
): Promise<ContactRow | undefined> {
  return db
    .updateTable('contacts')
    .set({ blocked })
    .where('handle_id', '=', handleId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Deletes a contact of a handle, or all of them. Returns how many were deleted. */
export async function deleteContacts(db: Queryable, handleId: number, id?: number): Promise<number> {
  const result = await db
    .deleteFrom('contacts')
    .where('handle_id', '=', handleId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
