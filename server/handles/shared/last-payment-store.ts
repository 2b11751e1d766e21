import { sql } from 'kysely';

/**
 * SQL: when the owner of a row of `handles` last paid for it, not counting refunded payments; null for a handle that
 * someone else paid for.
 */
export const LAST_PAYMENT = sql<Date | null>`(
  select max(payments.captured_at) from payments
  where payments.handle_id = handles.id and payments.account_id = handles.account_id and payments.state = 'granted')`;
