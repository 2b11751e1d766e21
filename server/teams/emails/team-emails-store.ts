import type { Queryable } from '../../platform/db/database.ts';

/** Returns the data for the email about an invitation; undefined if it was withdrawn, declined or accepted. */
export async function invitationToMail(db: Queryable, memberId: number) {
  return db
    .selectFrom('handle_members')
    .innerJoin('handles', 'handles.id', 'handle_members.handle_id')
    .innerJoin('accounts as owners', 'owners.id', 'handles.account_id')
    .leftJoin('accounts as inviters', 'inviters.id', 'handle_members.invited_by')
    .select(['handles.handle', 'handle_members.role', 'handle_members.expires_at', 'handle_members.email'])
    .select(({ fn }) => fn.coalesce('inviters.email', 'owners.email').as('invited_by'))
    .where('handle_members.id', '=', memberId)
    .where('handle_members.account_id', 'is', null)
    .executeTakeFirst();
}

/** Returns the data for the email about an offered handle; undefined if the offer was withdrawn, declined or accepted. */
export async function offerToMail(db: Queryable, transferId: number) {
  return db
    .selectFrom('handle_transfers')
    .innerJoin('handles', 'handles.id', 'handle_transfers.handle_id')
    .innerJoin('accounts as owners', 'owners.id', 'handle_transfers.offered_by')
    .select(['handles.handle', 'handles.paid_until', 'handle_transfers.expires_at', 'owners.email as offered_by'])
    .where('handle_transfers.id', '=', transferId)
    .executeTakeFirst();
}
