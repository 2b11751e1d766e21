import type { AccountExport } from '../../contract/accounts/account-export.ts';
import type { EmailChangeState } from '../../contract/accounts/email-change.ts';
import type { PasskeyPurpose } from '../../contract/accounts/passkeys.ts';
import type { SignInMethod } from '../../contract/accounts/sessions.ts';
import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { type Plan, planForHandle } from '../../contract/payments/plans.ts';
import type { HandlePictureKind } from '../../contract/pictures.ts';
import { toBlock } from '../blocks/shared/page-blocks.ts';
import { toDeliveries } from '../forwarding/delivery-log/rules.ts';
import { deliveriesOfAccount } from '../forwarding/shared/account-deliveries-store.ts';
import { toProfileValues } from '../handle-access/profile-fields.ts';
import type { Database } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { pictureObjects } from '../platform/storage/picture-objects.ts';
import type { Storage } from '../platform/storage/storage.ts';
import {
  accountRow,
  challengeRows,
  codeRows,
  emailChangeRows,
  emailTimes,
  handleRows,
  linkRows,
  passkeyRows,
  paymentRows,
  queuedRows,
  sessionRows,
  uploadRows,
} from './account-export-store.ts';
import { countedDays, type DayRow } from './analytics-export-store.ts';
import { exportDecisions, exportReports } from './reports-export.ts';
import { type ReportRows, reportRows } from './reports-export-store.ts';
import { exportSending } from './sending-export.ts';
import { type SendingRows, sendingRows } from './sending-export-store.ts';
import { exportSubscribers, exportSubscriptions } from './subscribers-export.ts';
import { type SubscriberRows, subscriberRows } from './subscribers-export-store.ts';
import { exportSupportRequest } from './support-export.ts';
import { supportRows } from './support-export-store.ts';
import { exportTeam, exportTeamwork } from './team-export.ts';
import { type TeamRows, teamRows } from './team-export-store.ts';

const time = (moment: Date): string => moment.toISOString();
const timeOrNull = (moment: Date | null): string | null => moment && time(moment);

/** Returns all data held about the owner of an account, from one snapshot of the database. */
export async function exportAccount(
  { db, storage, site }: { db: Database; storage: Storage; site: Site },
  accountId: number,
  now: Date,
): Promise<AccountExport> {
  const read = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const account = await accountRow(trx, accountId);
      if (!account) throw new ApiError('signed_out');
      return {
        account,
        sessions: await sessionRows(trx, accountId),
        emailChanges: await emailChangeRows(trx, accountId),
        passkeys: await passkeyRows(trx, accountId),
        challenges: await challengeRows(trx, accountId),
        codes: await codeRows(trx, account.email),
        handles: await handleRows(trx, accountId),
        sending: await sendingRows(trx, accountId),
        counted: await countedDays(trx, accountId),
        teams: await teamRows(trx, account),
        subscribers: await subscriberRows(trx, account),
        reports: await reportRows(trx, account),
        uploads: await uploadRows(trx, accountId),
        emailTimes: await emailTimes(trx, account.email),
        links: await linkRows(trx, account.email),
        payments: await paymentRows(trx, account),
        queued: await queuedRows(trx, accountId),
        deliveries: await toDeliveries(trx, await deliveriesOfAccount(trx, accountId), accountId),
        supportRequests: await supportRows(trx, accountId),
      };
    });
  const { account } = read;
  return {
    exportedAt: time(now),
    host: site.host,
    account: {
      id: account.id,
      email: account.email,
      emailVerifiedAt: timeOrNull(account.email_verified_at),
      emailVisible: account.email_visible,
      isAdmin: account.is_admin,
      limitNoticeAt: timeOrNull(account.limit_told_at),
      lastSignInAt: timeOrNull(account.last_sign_in_at),
      createdAt: time(account.created_at),
    },
    picture: await exportPicture(storage, account.avatar_url),
    banner: await exportPicture(storage, account.banner_url),
    handles: read.handles.map((row) => exportHandle(row, read, site)),
    ...exportTeamwork(read.teams),
    subscriptions: exportSubscriptions(read.subscribers),
    pageReports: exportReports(read.reports),
    emailChanges: read.emailChanges.map((row) => ({
      from: row.old_email,
      to: row.new_email,
      state: row.state as EmailChangeState,
      byPasskey: row.by_passkey,
      requestedAt: time(row.requested_at),
      expiresAt: time(row.expires_at),
      oldConfirmedAt: timeOrNull(row.old_confirmed_at),
      newConfirmedAt: timeOrNull(row.new_confirmed_at),
      changedAt: timeOrNull(row.changed_at),
      undoUntil: timeOrNull(row.undo_until),
    })),
    sessions: read.sessions.map((row) => ({
      createdAt: time(row.created_at),
      expiresAt: time(row.expires_at),
      lastUsedAt: time(row.last_used_at),
      confirmedAt: time(row.confirmed_at),
      passkeyAt: timeOrNull(row.passkey_at),
      passkeyAddedAt: timeOrNull(row.passkey_added_at),
      method: row.method as SignInMethod,
      device: row.device,
      network: row.network,
    })),
    passkeys: read.passkeys.map((row) => ({
      name: row.name,
      isSynced: row.is_synced,
      transports: row.transports,
      createdAt: time(row.created_at),
      lastUsedAt: timeOrNull(row.last_used_at),
    })),
    passkeyRequests: read.challenges.map((row) => ({
      purpose: row.purpose as PasskeyPurpose,
      createdAt: time(row.created_at),
      expiresAt: time(row.expires_at),
    })),
    signInCodes: read.codes.map((row) => ({
      createdAt: time(row.created_at),
      expiresAt: time(row.expires_at),
      attempts: row.attempts,
      usedAt: timeOrNull(row.used_at),
    })),
    uploads: read.uploads.map((row) => ({
      kind: row.kind,
      createdAt: time(row.created_at),
      expiresAt: time(row.expires_at),
      receivedAt: timeOrNull(row.received_at),
    })),
    emailsSent: read.emailTimes.map(time),
    mailedLinks: read.links.map((row) => ({
      purpose: row.purpose,
      handle: row.handle,
      createdAt: time(row.created_at),
      expiresAt: time(row.expires_at),
      usedAt: timeOrNull(row.used_at),
    })),
    payments: read.payments.map((row) => ({
      orderId: row.order_id,
      captureId: row.capture_id,
      refundId: row.refund_id,
      status: row.state,
      plan: row.plan as Plan,
      handle: row.handle,
      priceCents: row.price_cents,
      payerEmail: row.payer_email,
      createdAt: time(row.created_at),
      paidUntil: timeOrNull(row.paid_until),
      refundedAt: timeOrNull(row.refunded_at),
    })),
    deliveryLog: read.deliveries,
    supportRequests: read.supportRequests.map(exportSupportRequest),
    queuedMail: read.queued.map((row) => ({
      recipient: row.recipient,
      sender: row.sender,
      destination: row.destination,
      bytes: Number(row.size),
      receivedAt: time(row.created_at),
      attempts: row.attempts,
      nextTryAt: time(row.next_try_at),
      lastReply: row.last_words,
      traffic: row.traffic,
    })),
  };
}

function exportHandle(
  row: Awaited<ReturnType<typeof handleRows>>[number],
  {
    sending,
    teams,
    counted,
    subscribers,
    reports,
  }: { sending: SendingRows; teams: TeamRows; counted: DayRow[]; subscribers: SubscriberRows; reports: ReportRows },
  site: Site,
): AccountExport['handles'][number] {
  return {
    handle: row.handle,
    address: `${row.handle}@${site.mailDomain}`,
    plan: planForHandle(row.handle),
    status: row.state,
    ...toProfileValues(row),
    createdAt: time(row.created_at),
    paidUntil: timeOrNull(row.paid_until),
    mailDeferredUntil: timeOrNull(row.mail_deferred_until),
    givenUpAt: timeOrNull(row.given_up_at),
    pageChangedAt: time(row.profile_changed_at),
    sharingImage: row.card_hash === null ? null : `${site.origin}${pages.card(row.handle, row.card_hash)}`,
    socialLinks: row.links,
    blocks: row.blocks.map(toBlock),
    pictures: row.pictures.map(({ path, kind, created_at, unused_since }) => ({
      address: `${site.origin}${path}`,
      kind: kind as HandlePictureKind,
      // Times in JSON of the database are text.
      createdAt: time(new Date(created_at)),
      unusedSince: unused_since && time(new Date(unused_since)),
    })),
    forwarding:
      row.forwarding_id === null
        ? null
        : {
            inbox: row.address,
            pendingInbox: row.pending_address,
            isActive: row.forwarding_on === true,
            createdAt: time(row.forwarding_at ?? row.created_at),
            whenOff: row.when_off === 'drop' ? 'drop' : 'refuse',
            keepSubjects: row.keep_subjects === true,
            secondInbox: row.backup_address,
            pendingSecondInbox: row.backup_pending_address,
            pausedAt: timeOrNull(row.paused_at),
            pauseReason: row.pause_reason,
            blocked: row.blocked,
            allowedLists: row.allowed_lists,
            limitReachedAt: timeOrNull(row.limit_reached_at),
          },
    sending: exportSending(sending, row.id),
    analytics: counted.filter(({ handle_id: id }) => id === row.id).map(({ handle_id: _, ...day }) => day),
    team: exportTeam(teams, row.id),
    subscribers: exportSubscribers(subscribers, row.id),
    decisions: exportDecisions(reports, row.id),
  };
}

/** Returns the address of a picture, and its largest variant if we store it. */
async function exportPicture(storage: Storage, address: string | null): Promise<AccountExport['picture']> {
  if (address === null) return null;
  const largest = pictureObjects(address).at(-1);
  const bytes = largest ? await storage.get(largest) : null;
  return { address, data: bytes && `data:image/webp;base64,${bytes.toString('base64')}` };
}
