import { sql } from 'kysely';

/** When the owner of a row of `handles` last paid for it, without payments that were returned; null for a handle that somebody else paid for. */
export const LAST_PAYMENT = sql<Date | null>`(
  select max(payments.captured_at) from payments
  where payments.handle_id = handles.id and payments.account_id = handles.account_id and payments.state = 'granted')`;
