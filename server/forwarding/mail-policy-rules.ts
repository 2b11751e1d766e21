import type { Transaction } from 'kysely';
import { getDomain } from 'tldts';
import type { MailPolicy, MailPolicyChanges } from '../../contract/forwarding/mail-policy.ts';
import type { DB } from '../../db/schema.ts';
import { changedFields, editHandle } from '../activity/shared/edit-handle.ts';
import { assertForeignAddress } from '../addresses/foreign-address.ts';
import { inboxKey } from '../addresses/inbox-key.ts';
import { orderEmail } from '../emails/rules.ts';
import type { Database, Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { withVersion } from '../platform/http/cache/etag-versions.ts';
import type { Target } from '../platform/http/call-server.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { notifySecondInbox, tellOwnerOfInbox } from './change-notice-rules.ts';
import type { VerificationEmail } from './emails/verification-email.ts';
import { assertMayRequest } from './inbox-rules.ts';
import {
  allowedListsOf,
  blocksOf,
  deleteSubjects,
  removeBackup,
  replaceAllowedLists,
  replaceBlocks,
  setBackupPending,
  setPolicy,
} from './mail-policy-store.ts';
import { atHandle, lockForwarding, requireForwarding, requireRecord } from './ownership-rules.ts';
import { forgetFailedVerification } from './refusals/failed-verification-store.ts';
import type { ForwardingRow } from './store.ts';

/** The fields that the activity log names. */
const FIELDS = ['whenOff', 'keepSubjects', 'blocked', 'allowedLists', 'backupEmail'] as const;

/** Returns the mail policy of a handle that the account manages. */
export async function readPolicy(db: Queryable, at: Target): Promise<MailPolicy> {
  return toResponse(db, await requireForwarding(db, at));
}

async function toResponse(db: Queryable, row: ForwardingRow): Promise<MailPolicy> {
  return withVersion({
    whenOff: row.when_off as MailPolicy['whenOff'],
    blocked: await blocksOf(db, row.handle_id),
    allowedLists: await allowedListsOf(db, row.handle_id),
    keepSubjects: row.keep_subjects,
    backupEmail: row.backup_pending_address ?? row.backup_address,
    backupStatus: backupStatus(row),
    paused: row.pause_reason as MailPolicy['paused'],
    limitReachedAt: row.limit_reached_at?.toISOString() ?? null,
  });
}

function backupStatus(row: ForwardingRow): MailPolicy['backupStatus'] {
  if (row.backup_pending_address !== null) return row.backup_pending_refused_at === null ? 'pending' : 'unverifiable';
  return row.backup_address !== null ? 'verified' : 'none';
}

/**
 * Applies all given changes or none. A second inbox must be verified before it receives mail. Throws `version_conflict`
 * if the stored version is not the expected one.
 */
export async function changePolicy(
  { db, clock, mailDomain }: { db: Database; clock: Clock; mailDomain: string },
  at: Target,
  changes: MailPolicyChanges,
): Promise<MailPolicy> {
  const { whenOff, keepSubjects, blocked, allowedLists, backupEmail } = changes;
  return editHandle(db, atHandle(at), {
    read: async (trx, handle) => toResponse(trx, await requireRecord(trx, handle.id)),
    async write(trx, handle) {
      const row = { ...(await requireRecord(trx, handle.id)), askedBy: handle.member_id };
      if (allowedLists) await setAllowedLists(trx, row.handle_id, allowedLists);
      if (whenOff !== undefined) await setPolicy(trx, row.id, { when_off: whenOff });
      if (keepSubjects !== undefined) {
        await setPolicy(trx, row.id, { keep_subjects: keepSubjects });
        if (!keepSubjects) await deleteSubjects(trx, row.handle_id);
      }
      if (blocked) await setBlocked(trx, row.handle_id, blocked, mailDomain);
      if (backupEmail === '') {
        await removeBackup(trx, row.id);
        await notifySecondInbox(trx, row, null, row.askedBy);
      } else if (backupEmail !== undefined)
        await requestBackup(trx, clock, { row, accountId: at.account.id }, backupEmail, mailDomain);
      return [];
    },
    done: (before, after) => changedFields('mail-policy.changed', FIELDS, before, after),
  });
}

/** Throws `invalid_input` for a public suffix, because anyone can register a domain under it. */
async function setAllowedLists(trx: Transaction<DB>, handleId: number, listIds: string[]): Promise<void> {
  const publicSuffix = listIds.find((listId) => getDomain(listId, { allowPrivateDomains: true }) === null);
  if (publicSuffix !== undefined) {
    const message = `Anyone can register a domain under ${publicSuffix}. Please enter the List-Id, or the domain of the mailing lists.`;
    throw new ApiError('invalid_input', { message, errors: [{ path: 'allowedLists', message }] });
  }
  await replaceAllowedLists(trx, handleId, [...new Set(listIds)]);
}

/**
 * Throws `invalid_input` for our own domain, which would block every other handle, test mails and messages of the contact form.
 */
async function setBlocked(trx: Transaction<DB>, handleId: number, patterns: string[], mailDomain: string) {
  // A pattern includes subdomains, so the pattern of a parent domain blocks ours as well.
  const at = patterns.findIndex(
    (pattern) => pattern.startsWith('@') && `.${mailDomain}`.endsWith(`.${pattern.slice(1)}`),
  );
  if (at >= 0) {
    const message = `${patterns[at]} includes all handles here, even yours. Please block single addresses instead.`;
    throw new ApiError('invalid_input', { message, errors: [{ path: `blocked.${at}`, message }] });
  }
  await replaceBlocks(trx, handleId, [...new Set(patterns)]);
}

async function requestBackup(
  trx: Transaction<DB>,
  clock: Clock,
  { row, accountId }: { row: ForwardingRow & { askedBy: number | null }; accountId: number },
  address: string,
  mailDomain: string,
): Promise<void> {
  assertForeignAddress(address, mailDomain);
  const key = inboxKey(address);
  if ([row.address, row.pending_address].some((first) => first !== null && inboxKey(first) === key)) {
    throw new ApiError('same_address', {
      message: 'This is the first inbox already. Please enter another address.',
      errors: [{ path: 'backupEmail', message: 'This is the first inbox already.' }],
    });
  }
  if (row.backup_address === address) {
    // This inbox is already verified.
    await setBackupPending(trx, row.id, null);
    return;
  }
  if (row.backup_pending_address === address) return;
  await assertMayRequest(trx, address, { id: row.handle_id, handle: row.handle, owner_id: row.account_id, accountId });
  await setBackupPending(trx, row.id, { address, key, memberId: row.askedBy });
  const doer = { handle: row.handle, ownerId: row.account_id, memberId: row.askedBy };
  await tellOwnerOfInbox(trx, doer, { inbox: 'second', step: 'requested', address });
  await orderEmail(trx, verificationEmail(row, address), clock(), { kind: 'account', account: accountId });
}

/** Sends the verification email to the second inbox again. Throws `already_verified` if no second inbox is pending. */
export async function resendBackupVerification(db: Database, clock: Clock, at: Target): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockForwarding(trx, at);
    if (row.backup_pending_address === null) throw new ApiError('already_verified');
    await forgetFailedVerification(trx, row.id, 'second');
    await orderEmail(trx, verificationEmail(row, row.backup_pending_address), clock(), {
      kind: 'account',
      account: at.account.id,
    });
  });
}

function verificationEmail(row: ForwardingRow, to: string): VerificationEmail {
  return { kind: 'verify-forwarding', to, handle: row.handle, forwardingId: row.id, takesOver: true };
}
