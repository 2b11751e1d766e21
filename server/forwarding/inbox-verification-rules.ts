import { pages } from '../../contract/paths.ts';
import { recordActivity } from '../activity/shared/record-activity-store.ts';
import type { LinkHandler } from '../magic-links/rules.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { notifyFirstInbox, notifySecondInbox } from './change-notice-rules.ts';
import { assertInboxAvailable, isInboxFull } from './inbox-rules.ts';
import { confirmBackup } from './mail-policy-store.ts';
import { accountOfMember } from './set-by-members/set-by-members-store.ts';
import { confirmPending, type ForwardingRow, forwardingById } from './store.ts';

/** Returns which inbox of a handle this address is pending for, or null. */
export function pendingInboxOf(row: ForwardingRow | undefined, email: string): 'first' | 'second' | null {
  if (row?.pending_address === email) return 'first';
  return row?.backup_pending_address === email ? 'second' : null;
}

/**
 * Handles the button of a verification link. It signs no one in, because the inbox and the handle may belong to
 * different people.
 */
export const verifyInboxHandler: LinkHandler = {
  async validate(db, link) {
    const row = link.forwardingId === null ? undefined : await forwardingById(db, link.forwardingId);
    if (!row || !pendingInboxOf(row, link.email)) return 'invalid';
    const handle = { id: row.handle_id, handle: row.handle };
    return (await isInboxFull(db, link.email, handle)) ? 'inbox-full' : null;
  },
  async details(db, link) {
    const row = link.forwardingId === null ? undefined : await forwardingById(db, link.forwardingId);
    return pendingInboxOf(row, link.email) === 'second' ? { takesOver: true } : {};
  },
  // The inbox may have another address than the account, so the owner of the handle decides.
  async concerns(db, link, account) {
    const row = link.forwardingId === null ? undefined : await forwardingById(db, link.forwardingId);
    return row?.account_id === account.id;
  },
  async execute(trx, link) {
    const row = link.forwardingId === null ? undefined : await forwardingById(trx, link.forwardingId);
    const inbox = pendingInboxOf(row, link.email);
    if (!row || !inbox) throw new ApiError('link_invalid');
    await assertInboxAvailable(trx, link.email, { id: row.handle_id, handle: row.handle });
    const confirm = inbox === 'first' ? confirmPending : confirmBackup;
    if (!(await confirm(trx, row.id, link.email))) throw new ApiError('link_invalid');
    const notify = inbox === 'first' ? notifyFirstInbox : notifySecondInbox;
    const setBy = inbox === 'first' ? row.pending_member_id : row.backup_pending_member_id;
    await notify(trx, row, link.email, setBy);
    const accountId = (await accountOfMember(trx, setBy))?.id ?? row.account_id;
    if (accountId !== null)
      await recordActivity(trx, { handleId: row.handle_id, accountId }, { action: 'inbox.verified' });
    return { goTo: pages.manageEmailVerified(row.handle, link.email, inbox === 'second') };
  },
};
