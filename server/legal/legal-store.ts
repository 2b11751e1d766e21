import { sql } from 'kysely';
import type { LegalKind } from '../../contract/site/legal-texts.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';

interface LegalVersionRow {
  kind: string;
  name: string;
  /** As YYYY-MM-DD. */
  holds_from: string;
  is_own: boolean;
}

/** Returns all versions without their texts, in the order in which they hold. */
export async function readLegalVersions(db: Queryable): Promise<LegalVersionRow[]> {
  return db
    .selectFrom('legal_versions')
    .select([
      'kind',
      'name',
      sql<string>`to_char(holds_from, 'YYYY-MM-DD')`.as('holds_from'),
      sql<boolean>`text is not null`.as('is_own'),
    ])
    .orderBy('id')
    .execute();
}

/** Returns the text of a version; null if it has none. */
export async function readLegalText(db: Queryable, kind: LegalKind, name: string): Promise<string | null> {
  const row = await db
    .selectFrom('legal_versions')
    .select('text')
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.text ?? null;
}

/** Stores a version. */
export async function insertLegalVersion(
  trx: Transaction<DB>,
  version: { kind: LegalKind; name: string; text: string | null; holdsFrom: string },
): Promise<void> {
  const { holdsFrom, ...values } = version;
  await trx
    .insertInto('legal_versions')
    .values({ ...values, holds_from: sql<Date>`${holdsFrom}::date` })
    .execute();
}

/** Deletes a version. Only one that has never held may go, because nobody has accepted it. */
export async function deleteLegalVersion(trx: Transaction<DB>, kind: LegalKind, name: string): Promise<void> {
  await trx.deleteFrom('legal_versions').where('kind', '=', kind).where('name', '=', name).execute();
}
