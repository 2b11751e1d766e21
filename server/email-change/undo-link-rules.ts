import { reactivate } from '../account-deletion/rules.ts';
import { recordAddressOfAdmin } from '../admin/audit/audit-rules.ts';
import { orderUnlimitedEmail } from '../emails/rules.ts';
import { endInboxesSince } from '../forwarding/set-by-members/set-by-members-rules.ts';
import { keepGivenUpSince } from '../give-up/give-up-rules.ts';
import type { LinkHandler } from '../magic-links/rules.ts';
import { revokeLinks } from '../magic-links/shared/link-revocation-store.ts';
import { removePasskeysSince } from '../passkeys/reset-rules.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { revokeAppPasswordsSince } from '../sending/app-passwords/app-passwords-rules.ts';
import { endAllSessions } from '../sessions/rules.ts';
import { renameMember } from '../teams/member-address-rules.ts';
import { withdrawOffersSince } from '../teams/transfers/transfers-rules.ts';
import { type ChangeContext, detailsOf } from './change-links-rules.ts';
import type { EmailChangeEmail } from './email-change-emails.ts';
import { findChange, lockAccount, lockChange, markUndone, setAddress } from './store.ts';

/**
 * Handles the button of the link with which an old address undoes a change and all later ones. Ends everything that could
 * keep the owner out or others in: sessions, passkeys and app passwords added since the request, offers of handles, and
 * inboxes at an undone address. A closed account is reopened, and handles given up since the request are kept.
 */
export function undoChangeHandler({ clock, admins }: ChangeContext): LinkHandler {
  return {
    async validate(db, link) {
      const change = await findChange(db, link.emailChangeId);
      if (!change) return 'invalid';
      if (change.state !== 'changed') return 'restored';
      return change.undo_until === null || change.undo_until <= clock() ? 'expired' : null;
    },
    details: detailsOf,
    concerns: async (db, link, { id }) => (await findChange(db, link.emailChangeId))?.account_id === id,
    async execute(trx, link) {
      const now = clock();
      const found = await findChange(trx, link.emailChangeId);
      const account = found && (await lockAccount(trx, found.account_id));
      const change = found && (await lockChange(trx, found.id));
      if (!account || change?.state !== 'changed') throw new ApiError('link_used');
      if (change.undo_until === null || change.undo_until <= now) throw new ApiError('link_expired');
      const ended = await markUndone(trx, change);
      await setAddress(trx, account.id, change.old_email);
      await endAllSessions(trx, account.id);
      await revokeLinks(trx, account.email, now);
      const passkeys = await removePasskeysSince(trx, account.id, change.requested_at);
      const appPasswords = await revokeAppPasswordsSince(trx, account.id, change.requested_at);
      const offers = await withdrawOffersSince(trx, account.id, change.requested_at);
      const undone = ended.flatMap(({ state, new_email: email }) => (state === 'undone' ? [email] : []));
      const inboxes = await endInboxesSince(trx, {
        accountId: account.id,
        addresses: undone,
        since: change.requested_at,
        now,
      });
      await reactivate(trx, account.id, now);
      const kept = await keepGivenUpSince(trx, account.id, { since: change.requested_at, now });
      await renameMember(trx, account.id, change.old_email);
      await recordAddressOfAdmin(trx, account, { from: account.email, to: change.old_email, admins });
      const to = change.old_email;
      const removed = { passkeys, appPasswords, offers, inboxes: inboxes.ended, changed: inboxes.changed };
      await orderUnlimitedEmail<EmailChangeEmail>(trx, { kind: 'email-change-undone', to, removed, kept });
      const others = new Map(ended.filter(({ state }) => state === 'undone').map((one) => [one.new_email, one.id]));
      for (const [email, changeId] of others) {
        if (email.toLowerCase() === to.toLowerCase()) continue;
        await orderUnlimitedEmail<EmailChangeEmail>(trx, { kind: 'email-change-undone-here', to: email, changeId });
      }
      return { logged: { event: 'security.email_change_undone', account: account.id } };
    },
  };
}
