import { sql } from 'kysely';
import { SAMPLE_HANDLE } from '../../../contract/profiles/sample-handle.ts';
import { HAS_TEAM } from '../../handle-access/handle-access-store.ts';
import { memberDestinations } from './destinations-store.ts';

/** SQL for a query of `handles`: whether a member's inbox gets the mail of the row's handle. */
export const MEMBERS_RECEIVE = sql<boolean>`(${HAS_TEAM} and exists (${memberDestinations(sql`1`)}))`;

/**
 * SQL for a query of `handles`: whether mail to the row's handle reaches an inbox now. Only then are its address and
 * its contact form shown. The mail server's directory decides in the same way; tests/api/shown-address.test.ts compares
 * the two. The sample profile always shows its address. A single lookup reads the forwarding, because for two
 * conditions with `exists` the planner reads the whole table for a list.
 */
export const ACCEPTS_MAIL = sql<boolean>`(handles.state = 'active' and coalesce(
  (select case when not is_active then false when address is not null and paused_at is null then true end
    from forwardings where forwardings.handle_id = handles.id),
  handles.handle = ${SAMPLE_HANDLE} or ${MEMBERS_RECEIVE}))`;
