import { sql } from 'kysely';
import type { PageForm } from '../../contract/page-forms/page-forms.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';

/** One use of a form. */
export interface FormUse {
  handleId: number;
  form: PageForm;
  /** Undefined if networks are not limited. */
  network: string | undefined;
  emailKey: string;
  digest: Buffer;
}

/** What uses are counted by. */
export type Counted = 'handle_id' | 'network' | 'email_key';

/** Locks one value that uses are counted by for the rest of the transaction. */
export async function lockCounted(
  trx: Transaction<DB>,
  form: PageForm,
  by: Counted,
  value: string | number,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`page form ${form} ${by} ${value}`}, 0))`.execute(trx);
}

/** Returns the times of the latest uses since a moment, the latest first; at most `max`. */
export async function usesSince(
  db: Queryable,
  form: PageForm,
  { by, value, since, max }: { by: Counted; value: string | number; since: Date; max: number },
): Promise<Date[]> {
  const rows = await db
    .selectFrom('page_form_uses')
    .select('used_at')
    .where('form', '=', form)
    .where(sql<boolean>`${sql.ref(by)} = ${value}`)
    .where('used_at', '>', since)
    .orderBy('used_at', 'desc')
    .limit(max)
    .execute();
  return rows.map(({ used_at }) => used_at);
}

/** Whether a form was used in the same way since a moment. */
export async function wasUsed(db: Queryable, { handleId, form, digest }: FormUse, since: Date): Promise<boolean> {
  const found = await db
    .selectFrom('page_form_uses')
    .select('id')
    .where('handle_id', '=', handleId)
    .where('form', '=', form)
    .where('used_at', '>', since)
    .where('digest', '=', digest)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertUse(trx: Transaction<DB>, use: FormUse, at: Date): Promise<void> {
  await trx
    .insertInto('page_form_uses')
    .values({
      handle_id: use.handleId,
      form: use.form,
      network: use.network ?? null,
      email_key: use.emailKey,
      digest: use.digest,
      used_at: at,
    })
    .execute();
}
