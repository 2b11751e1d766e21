import { teamPages } from '../../../contract/teams/paths.ts';
import { isInboxFull } from '../../forwarding/inbox-rules.ts';
import type { LinkHandler } from '../../magic-links/rules.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { lockAnyHandle } from '../members/members-store.ts';
import { confirmInbox } from './member-inbox-rules.ts';
import { findMemberInbox, memberWaitingFor } from './member-inbox-store.ts';

/**
 * Handles the button of a link that verifies a member's inbox. It signs no one in, because the inbox may belong to
 * another person.
 */
export const verifyMemberInboxHandler: LinkHandler = {
  async validate(db, link) {
    const row = await memberWaitingFor(db, link.memberId, link.email);
    if (!row) return 'invalid';
    return (await isInboxFull(db, link.email, { id: row.handle_id, handle: row.handle })) ? 'inbox-full' : null;
  },
  // The inbox may have another address than the account, so the member decides.
  async concerns(db, link, account) {
    const row = link.memberId === null ? undefined : await findMemberInbox(db, link.memberId);
    return row?.account_id === account.id;
  },
  async execute(trx, link) {
    const found = await memberWaitingFor(trx, link.memberId, link.email);
    if (!found || !(await lockAnyHandle(trx, found.handle_id))) throw new ApiError('link_invalid');
    const row = await memberWaitingFor(trx, link.memberId, link.email);
    if (!row) throw new ApiError('link_invalid');
    await confirmInbox(trx, row, link.email);
    return { goTo: teamPages.team() };
  },
};
