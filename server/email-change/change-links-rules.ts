import { EMAIL_UNDO_DAYS } from '../../contract/accounts/email-change.ts';
import type { LinkView } from '../../contract/accounts/link-view.ts';
import { DAY } from '../../contract/time.ts';
import type { DB } from '../../db/schema.ts';
import { stopWaitingChange, undoableChangeOf, undoableChanges } from '../accounts/shared/former-address-store.ts';
import { recordAddressOfAdmin } from '../admin/audit/audit-rules.ts';
import { orderUnlimitedEmail } from '../emails/rules.ts';
import { maskAddress } from '../emails/shared/mask-address.ts';
import type { LinkHandler } from '../magic-links/rules.ts';
import { revokeLinks } from '../magic-links/shared/link-revocation-store.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { renameMember } from '../teams/member-address-rules.ts';
import type { EmailChangeEmail } from './email-change-emails.ts';
import {
  confirmSide,
  type EmailChange,
  findChange,
  isOpenAccount,
  isTakenByOther,
  lockAccount,
  lockChange,
  markChanged,
  setAddress,
} from './store.ts';

type MagicLink = Parameters<LinkHandler['execute']>[1];

/** Dependencies of the link handlers. */
export interface ChangeContext {
  clock: Clock;
  /** ADMIN_EMAILS in lower case. */
  admins: ReadonlySet<string>;
}

/**
 * Handles the button of a link that confirms a change, for the old or the new address. The second confirmation changes
 * the address.
 */
export function confirmChangeHandler(context: ChangeContext, side: 'old' | 'new'): LinkHandler {
  const { clock } = context;
  return {
    async validate(db, link) {
      const change = await findChange(db, link.emailChangeId);
      if (!change) return 'invalid';
      const now = clock();
      if (change.state !== 'waiting') return viewOf(change).state ?? 'used';
      if (change.expires_at <= now || !(await isOpenAccount(db, change.account_id))) return 'stopped';
      // Only a person who has confirmed the new address may learn that it has an account.
      const isProven = side === 'new' || change.new_confirmed_at !== null;
      return isProven && (await isTaken(db, change, now)) ? 'address-taken' : null;
    },
    details: (db, link) => detailsOf(db, link),
    concerns: async (db, link, { id }) => (await findChange(db, link.emailChangeId))?.account_id === id,
    async execute(trx, link, visitor) {
      const { account, change } = await lockWaiting(trx, link, clock());
      const now = clock();
      if (side === 'new' && (await isTaken(trx, change, now))) throw new ApiError('address_taken');
      const confirmed = await confirmSide(trx, change.id, side, now);
      if (confirmed.old_confirmed_at === null || confirmed.new_confirmed_at === null) return {};
      await applyChange(trx, context, { account, change, now });
      // Only the browser in which the change is completed stays signed in, with a new session.
      const logged = { event: 'security.email_changed', account: account.id } as const;
      return visitor.accountId === account.id ? { signIn: account.id, logged } : { logged };
    },
    async refuse(trx, link) {
      if (side === 'new') throw new ApiError('link_invalid');
      const { account } = await lockWaiting(trx, link, clock());
      await stopWaitingChange(trx, account.id);
    },
  };
}

/** Locks the account, then its change. Throws `link_used` unless the change waits and the account can be used. */
async function lockWaiting(trx: Transaction<DB>, link: MagicLink, now: Date) {
  const found = await findChange(trx, link.emailChangeId);
  const account = found && (await lockAccount(trx, found.account_id));
  const change = found && (await lockChange(trx, found.id));
  const isWaiting = change?.state === 'waiting' && change.expires_at > now && change.old_email === account?.email;
  if (!account || !change || !isWaiting || account.closed_at || account.suspended_at) throw new ApiError('link_used');
  return { account, change };
}

/**
 * Changes the address. A trigger ends the sessions. Links and codes sent to the old address stop working, and every
 * address that can undo a change of the account is notified.
 */
async function applyChange(
  trx: Transaction<DB>,
  { admins }: ChangeContext,
  {
    account,
    change,
    now,
  }: { account: { id: number; is_admin: boolean; admin_role: string | null }; change: EmailChange; now: Date },
): Promise<void> {
  const { old_email: from, new_email: to } = change;
  if (await isTaken(trx, change, now)) throw new ApiError('address_taken');
  await setAddress(trx, account.id, to);
  await markChanged(trx, change.id, now, new Date(now.getTime() + EMAIL_UNDO_DAYS * DAY));
  await revokeLinks(trx, from, now);
  await renameMember(trx, account.id, to);
  await recordAddressOfAdmin(trx, account, { from, to, admins });
  for (const { id, old_email } of await undoableChanges(trx, account.id, now)) {
    await orderUnlimitedEmail<EmailChangeEmail>(trx, { kind: 'email-changed', to: old_email, changeId: id });
  }
  await orderUnlimitedEmail<EmailChangeEmail>(trx, { kind: 'email-changed-here', to, changeId: change.id });
}

/** Returns whether another account has the new address, or had it until a few days ago. */
async function isTaken(db: Queryable, change: EmailChange, now: Date): Promise<boolean> {
  if (await isTakenByOther(db, change.account_id, change.new_email)) return true;
  const former = await undoableChangeOf(db, change.new_email, now);
  return former !== undefined && former.account_id !== change.account_id;
}

/** Returns the details of a change for the page of its link. */
export async function detailsOf(db: Queryable, link: MagicLink) {
  const change = await findChange(db, link.emailChangeId);
  if (!change) return {};
  const { state, emailChange } = viewOf(change);
  // If the new address was mistyped, its mailbox may belong to a stranger.
  const from = link.purpose === 'confirm-new-email' ? maskAddress(change.old_email) : change.old_email;
  return { ...(emailChange && { emailChange: { ...emailChange, from } }), ...(link.usedAt && state && { state }) };
}

function viewOf(change: EmailChange): Partial<Pick<LinkView, 'state' | 'emailChange'>> {
  const states = { waiting: 'half-confirmed', changed: 'changed', stopped: 'stopped', undone: 'restored' } as const;
  const missing = change.old_confirmed_at === null ? 'old' : change.new_confirmed_at === null ? 'new' : undefined;
  return {
    state: states[change.state as keyof typeof states],
    emailChange: {
      from: change.old_email,
      to: change.new_email,
      isConfirmed: change.by_passkey,
      ...(missing && { waitsFor: missing }),
    },
  };
}
