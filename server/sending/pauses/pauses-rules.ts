import type { PauseReason } from '../../../contract/sending/sending.ts';
import type { DB } from '../../../db/schema.ts';
import { recordActivity } from '../../activity/shared/record-activity-store.ts';
import { orderUnlimitedEmail } from '../../emails/rules.ts';
import { lockHandle } from '../../handle-access/handle-access.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Target } from '../../platform/http/call-server.ts';
import { firstHourOfDay, hourOf } from '../limits/send-windows.ts';
import {
  clearProblems,
  countProblem,
  deletePause,
  findSender,
  findSenderById,
  insertPause,
  lockPause,
  problemsSince,
  suppress,
} from './pauses-store.ts';
import type { SendingEmail } from './sending-emails.ts';

/**
 * Sending is paused after this many bounces within 24 hours, if they exceed this share of the recipients, or after this
 * many complaints.
 */
const MAX_BOUNCES = 10;
const MAX_BOUNCE_SHARE = 0.1;
const MAX_COMPLAINTS = 3;

/** Dependencies of the rules of pauses. */
export interface PauseContext {
  db: Database;
  /** Administrators, who are notified of each pause. */
  adminEmails: string[];
}

type Sender = NonNullable<Awaited<ReturnType<typeof findSender>>>;

/** A message to `recipient` that failed permanently. */
export interface Bounce {
  handle: string;
  recipient: string;
  enhanced: string;
  /** Whether the mailbox does not exist, so that nothing is sent there again. */
  hard: boolean;
  /** Whether the bounce counts towards a pause. */
  isCounted: boolean;
}

/** Counts a bounce of a handle, and pauses its sending after too many. Suppresses a mailbox that does not exist. */
export async function countBounce(context: PauseContext, bounce: Bounce, now: Date): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const sender = await findSender(trx, bounce.handle);
    if (!sender) return;
    const address = bounce.recipient.toLowerCase();
    if (bounce.hard) await suppress(trx, sender.id, { address, enhanced: bounce.enhanced, now });
    if (bounce.isCounted) await countAndPause(trx, context, sender, 'bounces', now);
  });
}

/** Counts a complaint about mail from a handle, such as a feedback report, and pauses its sending after too many. */
export async function countComplaint(context: PauseContext, handleId: number, now: Date): Promise<void> {
  await context.db.transaction().execute((trx) => countComplaintIn(trx, context, handleId, now));
}

/** Like `countComplaint`, in the transaction that stores the report. */
export async function countComplaintIn(
  trx: Transaction<DB>,
  context: Pick<PauseContext, 'adminEmails'>,
  handleId: number,
  now: Date,
): Promise<void> {
  const sender = await findSenderById(trx, handleId);
  if (sender) await countAndPause(trx, context, sender, 'complaints', now);
}

async function countAndPause(
  trx: Transaction<DB>,
  { adminEmails }: Pick<PauseContext, 'adminEmails'>,
  sender: Sender,
  kind: 'bounces' | 'complaints',
  now: Date,
): Promise<void> {
  await countProblem(trx, sender.id, hourOf(now), kind);
  const counts = await problemsSince(trx, sender.id, firstHourOfDay(now));
  const { recipients, bounces, complaints } = counts;
  const hasTooMany =
    kind === 'bounces'
      ? bounces >= MAX_BOUNCES && bounces > recipients * MAX_BOUNCE_SHARE
      : complaints >= MAX_COMPLAINTS;
  // The emails are ordered with the pause, so that each pause is reported once.
  if (!hasTooMany || !(await insertPause(trx, sender.id, kind, now))) return;
  const told = { handle: sender.handle, reason: kind, counts } as const;
  await tell(trx, sender.email, (to) => ({ kind: 'sending-paused', to, ...told }));
  for (const admin of adminEmails) await tell(trx, admin, (to) => ({ kind: 'sending-paused-report', to, ...told }));
}

/** Orders an email, unless the handle has no owner. */
async function tell(trx: Transaction<DB>, to: string | null, compose: (to: string) => SendingEmail): Promise<void> {
  if (to !== null) await orderUnlimitedEmail(trx, compose(to));
}

/**
 * Resumes sending that bounces or complaints paused. Throws `sending_not_paused`, and `sending_pause_kept` for an
 * administrator's pause.
 */
export async function resumeOwnSending(db: Database, at: Target, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { id } = await lockHandle(trx, at);
    await resume(trx, id, now, (reason) => {
      if (reason === 'administrator') throw new ApiError('sending_pause_kept');
    });
    await recordActivity(trx, { handleId: id, accountId: at.account.id }, { action: 'sending.resumed' });
  });
}

/** Pauses the sending of a handle for an administrator. Returns its name. Throws `not_found`, `sending_paused`. */
export async function pauseAsAdministrator(trx: Transaction<DB>, handleId: number, now: Date): Promise<string> {
  const sender = await findSenderById(trx, handleId);
  if (!sender) throw new ApiError('not_found');
  if (!(await insertPause(trx, sender.id, 'administrator', now))) throw new ApiError('sending_paused');
  const told = { handle: sender.handle, reason: 'administrator', counts: null } as const;
  await tell(trx, sender.email, (to) => ({ kind: 'sending-paused', to, ...told }));
  return sender.handle;
}

/** Resumes the sending of a handle, whatever paused it. Throws `not_found`, `sending_not_paused`. */
export async function resumeAsAdministrator(
  trx: Transaction<DB>,
  handleId: number,
  now: Date,
): Promise<{ handle: string; reason: PauseReason }> {
  const sender = await findSenderById(trx, handleId);
  if (!sender) throw new ApiError('not_found');
  const reason = await resume(trx, sender.id, now);
  const { handle } = sender;
  await tell(trx, sender.email, (to) => ({ kind: 'sending-resumed', to, handle }));
  return { handle, reason };
}

/** Ends a pause. Only later bounces and complaints count towards another one, so those of the current hour are cleared. */
async function resume(
  trx: Transaction<DB>,
  handleId: number,
  now: Date,
  check?: (reason: PauseReason) => void,
): Promise<PauseReason> {
  // Usage is locked before settings, as in countAndPause, to avoid a deadlock.
  await clearProblems(trx, handleId, hourOf(now));
  const reason = await lockPause(trx, handleId);
  if (!reason) throw new ApiError('sending_not_paused');
  check?.(reason);
  await deletePause(trx, handleId, now);
  return reason;
}
