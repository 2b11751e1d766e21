import { sql } from 'kysely';
import { memberDestinations } from '../../forwarding/shared/destinations-store.ts';
import { HAS_TEAM } from './handle-access-store.ts';

/**
 * SQL for a query of `handles`: whether mail to the handle of the row reaches an inbox now. Its address and its contact form are
 * shown only then. The mail server's directory decides the same way; tests/api/shown-address.test.ts compares the two. The sample profile,
 * the only active handle without an account, shows its address as an example.
 */
export const ACCEPTS_MAIL = sql<boolean>`(handles.state = 'active'
  and not exists (select from forwardings where forwardings.handle_id = handles.id and not forwardings.is_active)
  and (
    handles.account_id is null
    or exists (select from forwardings where forwardings.handle_id = handles.id and forwardings.address is not null
      and forwardings.paused_at is null)
    or (${HAS_TEAM} and exists (${memberDestinations(sql`1`)}))
  ))`;
