import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/**
 * Returns a member with the inbox and the handle; undefined even for an invitation that was not accepted, and for a
 * member to whom the owner has not granted the mail.
 */
export async function findMemberInbox(db: Queryable, memberId: number) {
  return db
    .selectFrom('handle_members')
    .innerJoin('handles', 'handles.id', 'handle_members.handle_id')
    .select([
      'handle_members.id',
      'handle_members.handle_id',
      'handle_members.account_id',
      'handle_members.email',
      'handle_members.address',
      'handle_members.pending_address',
      'handle_members.wants_mail',
      'handle_members.paused_at',
      'handles.handle',
      'handles.account_id as owner_id',
    ])
    .where('handle_members.id', '=', memberId)
    .where('handle_members.account_id', 'is not', null)
    .where('handle_members.mail', '=', true)
    .$narrowType<{ account_id: number }>()
    .executeTakeFirst();
}

export type MemberInboxRow = NonNullable<Awaited<ReturnType<typeof findMemberInbox>>>;

/** Returns the member who waits for the verification of this address, or undefined. */
export async function memberWaitingFor(
  db: Queryable,
  memberId: number | null,
  email: string,
): Promise<MemberInboxRow | undefined> {
  const row = memberId === null ? undefined : await findMemberInbox(db, memberId);
  return row?.pending_address === email ? row : undefined;
}

/** What a member wants; a missing field stays. */
export interface InboxChanges {
  address?: { address: string; key: string } | null;
  pending?: { address: string; key: string } | null;
  wanted?: boolean;
}

/** Changes the inbox of a member, which ends its pause. */
export async function changeMemberInbox(
  trx: Transaction<DB>,
  memberId: number,
  { address, pending, wanted }: InboxChanges,
): Promise<void> {
  await trx
    .updateTable('handle_members')
    .set({
      paused_at: null,
      refusal: null,
      refusals: 0,
      refused_since: null,
      ...(address !== undefined && { address: address?.address ?? null, address_key: address?.key ?? null }),
      ...(pending !== undefined && { pending_address: pending?.address ?? null, pending_key: pending?.key ?? null }),
      ...(wanted !== undefined && { wants_mail: wanted }),
    })
    .where('id', '=', memberId)
    .execute();
}
