import { pages } from '../../contract/paths.ts';
import { issueLink, type LinkHandler } from '../magic-links/rules.ts';
import type { Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { assertRoom, isFull, wantsNoLetter } from './inbox-rules.ts';
import { noticeFirstInbox, noticeSecondInbox } from './notice-rules.ts';
import { confirmBackup } from './policy-store.ts';
import { confirmPending, type ForwardingRow, forwardingById } from './store.ts';

/** Which of the two inboxes of a handle waits for the word of this address; null where none does any more. */
function waitsFor(row: ForwardingRow | undefined, email: string): 'first' | 'second' | null {
  if (row?.pending_address === email) return 'first';
  return row?.backup_pending_address === email ? 'second' : null;
}

/** The token of a fresh verification link, or null where the address is no longer wanted or its owner wants no such letter. */
export async function verificationToken(
  db: Queryable,
  now: Date,
  order: { to: string; handle: string; forwardingId: number },
): Promise<string | null> {
  const row = await forwardingById(db, order.forwardingId);
  if (!waitsFor(row, order.to) || (await wantsNoLetter(db, order.to))) return null;
  return issueLink(db, now, {
    purpose: 'verify-forwarding',
    email: order.to,
    handle: order.handle,
    forwardingId: order.forwardingId,
  });
}

/** The button of a verification link. It signs nobody in: the inbox may be another person's than the handle. */
export const verifyAct: LinkHandler = {
  async objection(db, link) {
    const row = link.forwardingId === null ? undefined : await forwardingById(db, link.forwardingId);
    if (!row || !waitsFor(row, link.email)) return 'invalid';
    const handle = { id: row.handle_id, handle: row.handle };
    return (await isFull(db, link.email, handle)) ? 'inbox-full' : null;
  },
  async details(db, link) {
    const row = link.forwardingId === null ? undefined : await forwardingById(db, link.forwardingId);
    return waitsFor(row, link.email) === 'second' ? { takesOver: true } : {};
  },
  // The inbox may well have another address than the account: whose handle it is counts.
  async concerns(db, link, account) {
    const row = link.forwardingId === null ? undefined : await forwardingById(db, link.forwardingId);
    return row?.account_id === account.id;
  },
  async act(trx, link) {
    const row = link.forwardingId === null ? undefined : await forwardingById(trx, link.forwardingId);
    const which = waitsFor(row, link.email);
    if (!row || !which) throw new ApiError('link_invalid');
    await assertRoom(trx, link.email, { id: row.handle_id, handle: row.handle });
    const confirm = which === 'first' ? confirmPending : confirmBackup;
    if (!(await confirm(trx, row.id, link.email))) throw new ApiError('link_invalid');
    const notice = which === 'first' ? noticeFirstInbox : noticeSecondInbox;
    await notice(trx, row, link.email);
    return { goTo: pages.manageEmailVerified(row.handle, link.email, which === 'second') };
  },
};
