import type { Queryable } from '../platform/db/database.ts';

/** Returns the email lists of the handles of an account, and the lists that its address is on. */
export async function subscriberRows(db: Queryable, { id, email }: { id: number; email: string }) {
  const rows = db
    .selectFrom('page_subscribers')
    .innerJoin('handles', 'handles.id', 'page_subscribers.handle_id')
    .select(['handle_id', 'handle', 'email', 'wording', 'requested_at', 'confirmed_at'])
    .orderBy('requested_at')
    .orderBy('email_key');
  return {
    lists: await rows.where('handles.account_id', '=', id).execute(),
    own: await rows.where('email_key', '=', email.toLowerCase()).execute(),
  };
}

export type SubscriberRows = Awaited<ReturnType<typeof subscriberRows>>;
