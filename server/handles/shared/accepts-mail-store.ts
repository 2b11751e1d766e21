import { sql } from 'kysely';
import { HAS_TEAM } from './handle-access-store.ts';

/**
 * SQL for a query of `handles`: whether mail to the handle of the row reaches an inbox now. Its address and its contact form are
 * shown only then. The mail server's directory decides the same way; tests/api/shown-address.test.ts compares the two.
 */
export const ACCEPTS_MAIL = sql<boolean>`(handles.state = 'active'
  and not exists (select from forwardings where forwardings.handle_id = handles.id and not forwardings.is_active)
  and (
    exists (select from forwardings where forwardings.handle_id = handles.id and forwardings.address is not null
      and forwardings.paused_at is null)
    or (${HAS_TEAM} and exists (select from handle_members join accounts on accounts.id = handle_members.account_id
      where handle_members.handle_id = handles.id and handle_members.mail and handle_members.address is not null
        and handle_members.wants_mail and handle_members.paused_at is null and accounts.closed_at is null))
  ))`;
