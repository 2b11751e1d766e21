import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { MemberRow } from './members-store.ts';

/** The columns of a member without an inbox. A member who is granted the mail again must name and verify an inbox again. */
const NO_INBOX = {
  address: null,
  address_key: null,
  pending_address: null,
  pending_key: null,
  wants_mail: true,
  paused_at: null,
  refusal: null,
  refusals: 0,
  refused_since: null,
};

/** Grants the mail of a handle to a member, or withdraws it; the member has no inbox afterwards. */
export async function setMail(trx: Transaction<DB>, id: number, mail: boolean): Promise<MemberRow> {
  return trx
    .updateTable('handle_members')
    .set({ mail, ...NO_INBOX })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Withdraws the mail of a handle from all members, and returns those who had it. */
export async function endMailOfMembers(trx: Transaction<DB>, handleId: number): Promise<{ email: string }[]> {
  return trx
    .updateTable('handle_members')
    .set({ mail: false, ...NO_INBOX })
    .where('handle_id', '=', handleId)
    .where('mail', '=', true)
    .returning('email')
    .execute();
}

/**
 * Returns the editors who lost the mail and have not been notified yet, with the owners of their handles, and marks
 * them as notified.
 */
export async function takeLostMail(trx: Transaction<DB>) {
  const { rows } = await sql<{ email: string; handle: string; owner: string | null }>`
    with told as (
      update handle_members set lost_mail_at = null where lost_mail_at is not null returning handle_id, email
    )
    select told.email, handles.handle, owners.email as owner from told
    join handles on handles.id = told.handle_id left join accounts owners on owners.id = handles.account_id`.execute(
    trx,
  );
  return rows;
}
