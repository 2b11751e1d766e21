import { sql } from 'kysely';
import { SAMPLE_HANDLE } from '../../../contract/profiles/sample-handle.ts';
import { HAS_TEAM } from '../../handle-access/handle-access-store.ts';
import { memberDestinations } from './destinations-store.ts';

/** SQL for a query of `handles`: whether an inbox of a member gets the mail of the handle of the row. */
export const MEMBERS_RECEIVE = sql<boolean>`(${HAS_TEAM} and exists (${memberDestinations(sql`1`)}))`;

/**
 * SQL for a query of `handles`: whether mail to the handle of the row reaches an inbox now. Its address and its contact form are
 * shown only then. The mail server's directory decides the same way; tests/api/shown-address.test.ts compares the two. The sample profile
 * shows its address as an example. One lookup reads the forwarding; of two conditions
 * with `exists` the planner reads the whole table for a list.
 */
export const ACCEPTS_MAIL = sql<boolean>`(handles.state = 'active' and coalesce(
  (select case when not is_active then false when address is not null and paused_at is null then true end
    from forwardings where forwardings.handle_id = handles.id),
  handles.handle = ${SAMPLE_HANDLE} or ${MEMBERS_RECEIVE}))`;
