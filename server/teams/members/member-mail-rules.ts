import type { DB } from '../../../db/schema.ts';
import { orderUnlimitedEmail } from '../../emails/rules.ts';
import { releaseInboxes } from '../../forwarding/set-by-members/set-by-members-rules.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { recordAbout } from '../activity-rules.ts';
import type { InboxesEnded, MemberMailNotice } from '../emails/member-mail-emails.ts';
import { endMailOfMembers, setMail, takeLostMail } from './member-mail-store.ts';
import { addressOf, type MemberRow } from './members-store.ts';

/** A change of a team: the locked handle, the person who makes it, and the time. */
export interface TeamAct {
  handle: { id: number; handle: string; ownerId: number | null };
  by: { id: number; email: string };
  now: Date;
}

/** Grants the mail of a handle to a member, or withdraws it and ends the member's inbox. Notifies the owner and the member. */
export async function changeMail(
  trx: Transaction<DB>,
  { handle, by }: TeamAct,
  row: MemberRow,
  granted: boolean,
): Promise<MemberRow> {
  const changed = await setMail(trx, row.id, granted);
  const actor = { handleId: handle.id, accountId: by.id };
  await recordAbout(trx, actor, granted ? 'member.mail-granted' : 'member.mail-withdrawn', row.email);
  const notice = { kind: 'member-mail', handle: handle.handle, member: row.email, granted, by: by.email } as const;
  const owner = await addressOf(trx, handle.ownerId);
  if (owner !== undefined) await orderUnlimitedEmail<MemberMailNotice>(trx, { ...notice, to: owner, reader: 'owner' });
  // An invited person learns this from the team screen after joining.
  if (row.account_id !== null) {
    await orderUnlimitedEmail<MemberMailNotice>(trx, { ...notice, to: row.email, reader: 'member' });
  }
  return changed;
}

/**
 * Ends the inboxes of the handle that a member has set, unless the owner keeps them, and notifies the owner. Called
 * when a member leaves, is removed, becomes an editor, or loses the mail.
 */
export async function endInboxes(
  trx: Transaction<DB>,
  { handle, by, now }: TeamAct,
  row: Pick<MemberRow, 'id' | 'email'>,
  keep: boolean,
): Promise<void> {
  const inboxes = await releaseInboxes(trx, handle, row.id, { keep, now });
  if (inboxes.length === 0) return;
  await recordAbout(trx, { handleId: handle.id, accountId: by.id }, 'member.inboxes-ended', row.email);
  const to = await addressOf(trx, handle.ownerId);
  if (to === undefined) return;
  const notice = { kind: 'inboxes-ended', to, handle: handle.handle, member: row.email, inboxes } as const;
  await orderUnlimitedEmail<InboxesEnded>(trx, notice);
}

/** Withdraws the mail of a transferred handle from all members, because the old owner had granted it, and notifies them. */
export async function endMailAtTransfer(
  trx: Transaction<DB>,
  handle: { id: number; handle: string },
  newOwner: string,
): Promise<void> {
  for (const { email } of await endMailOfMembers(trx, handle.id)) {
    const notice = { kind: 'member-mail', to: email, handle: handle.handle, member: email, granted: false } as const;
    await orderUnlimitedEmail<MemberMailNotice>(trx, { ...notice, by: newOwner, reader: 'member', cause: 'transfer' });
  }
}

/** Notifies once the editors who lost the mail when it became a right, and the owners of their handles. */
export async function tellOfLostMail(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { handle, email: member, owner } of await takeLostMail(trx)) {
      const notice = { kind: 'member-mail', handle, member, granted: false, by: null, cause: 'upgrade' } as const;
      await orderUnlimitedEmail<MemberMailNotice>(trx, { ...notice, to: member, reader: 'member' });
      if (owner !== null) await orderUnlimitedEmail<MemberMailNotice>(trx, { ...notice, to: owner, reader: 'owner' });
    }
  });
}
