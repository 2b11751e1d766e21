import type { Site } from '../../../contract/documents.ts';
import type { Email, TextEmail } from '../../../server/emails/shared/email.ts';
import { emailRegistry } from '../../../server/jobs/email-registry.ts';
import { testEmail } from '../../../server/mail/test-mail/send-test-mail.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { SAMPLE_SITE } from '../pages/sample-site.ts';
import { recordsForEmails } from './email-sample-records.ts';

/** Texts by strangers or owners that emails show. */
export interface SampleInput {
  handle: string;
  /** The name of a passkey, an app password or a browser. */
  name: string;
  /** The local part of the addresses of other people. */
  person: string;
}

/** Names that a malicious or an unlucky person chooses. */
export const HOSTILE_NAMES: SampleInput = {
  handle: 'your-account.evil.com',
  name: '<img src=x onerror=alert(1)>"\'&amp;</p></a>\r\nBcc: x@evil.example\u202e',
  person: "o'neil&co<b>",
};
export const LONG_NAMES: SampleInput = {
  handle: 'a-handle-of-thirty-letters-yes',
  name: 'מחשב נייד '.repeat(8).trim(),
  person: 'somebody-with-a-name-of-sixty-four-letters-that-never-seems-to-end',
};

export interface EmailSample {
  /** The kind, and the case where a kind has several. */
  name: string;
  kind: string;
  email: Email | TextEmail;
}

export const sampleRegistry = (site: Site = SAMPLE_SITE) =>
  emailRegistry({ clock: () => new Date('2026-11-22T12:00:00Z'), site, secrets: ['secret'], adminEmails: [] });

/** Composes every email that the service sends, in all its cases, and the test mail, which is sent without a job. The database must not have the handle yet. */
export async function emailSamples(db: Database, input: SampleInput, site: Site = SAMPLE_SITE): Promise<EmailSample[]> {
  const registry = sampleRegistry(site);
  const samples: EmailSample[] = [];
  for (const [name, { kind, ...order }] of Object.entries(await sampleOrders(db, input))) {
    const email = await registry[kind]?.(db, { kind, ...order } as never);
    if (!email) throw new Error(`the sample ${name} is not sent`);
    samples.push({ name, kind, email });
  }
  samples.push({ name: 'test-mail', kind: 'test-mail', email: testEmail(site, `${input.handle}@np.example`) });
  return samples;
}

type Order = { kind: string; to: string } & Record<string, unknown>;

async function sampleOrders(db: Database, { handle, name, person }: SampleInput): Promise<Record<string, Order>> {
  const records = await recordsForEmails(db, handle, person);
  const {
    owner,
    closed,
    stranger,
    invited,
    forwardingId,
    memberId,
    inboxMemberId,
    transferId,
    requestId,
    answerId,
    caseIds,
  } = records;
  const member = `${person}@friends.example`;
  const at = '2026-11-22T11:58:00.000Z';
  const until = '2026-11-29T11:58:00.000Z';
  const to = owner;
  const mail = { to, handle, at };
  const notice = { kind: 'forwarding-changed', to, handle, before: 'a***@h***.example', reader: 'account' };
  const failing = { kind: 'inbox-refuses', to, handle, handleId: 7, address: notice.before };
  const after = 'm***@w***.example';
  const inboxOfMember = { kind: 'inbox-of-member', ...mail, by: member };
  const mailOf = { kind: 'member-mail', ...mail, member };
  const counts = { recipients: 120, bounces: 31, complaints: 4 };
  const refund = { kind: 'refund', ...mail, cents: 499, orderId: '5O190127TN364715T' };
  return {
    'sign-in': { kind: 'sign-in', to, codeId: records.codeId },
    'sign-in-confirm': { kind: 'sign-in', to, codeId: records.codeId, act: 'inbox', handle },
    'sign-in-former': { kind: 'sign-in', to: records.former },
    'sign-in-unknown': { kind: 'sign-in', to: stranger },
    'sign-in-closed': { kind: 'sign-in', to: closed },
    claim: { kind: 'claim', ...mail },
    'claim-payment': { kind: 'claim-payment', ...mail },
    'claim-request': { kind: 'claim-request', ...mail },
    'claims-waiting': { kind: 'claims-waiting', to: mail.to, count: 3 },
    'claims-waiting-one': { kind: 'claims-waiting', to: mail.to, count: 1 },
    'claim-approved': { kind: 'claim-approved', ...mail },
    'claim-approved-to-pay': { kind: 'claim-approved', ...mail, invitation: 7 },
    'claim-refused': { kind: 'claim-refused', ...mail, reason: name },
    'claim-undecided': { kind: 'claim-undecided', ...mail },
    'verify-forwarding': { kind: 'verify-forwarding', to, handle, forwardingId },
    'verify-second-inbox': { kind: 'verify-forwarding', to, handle, forwardingId, takesOver: true },
    'verify-member-inbox': { kind: 'verify-member-inbox', to, handle, memberId: inboxMemberId },
    'forwarding-changed': { ...notice, inbox: 'first', after },
    'forwarding-removed': { ...notice, inbox: 'first', after: null },
    'second-inbox-changed': { ...notice, inbox: 'second', after },
    'forwarding-changed-at-inbox': { ...notice, inbox: 'first', after, reader: 'inbox' },
    'member-inbox-changed': { ...notice, inbox: 'member', after },
    'first-inbox-set-by-member': { ...notice, inbox: 'first', before: null, after, by: member },
    'inbox-of-member-requested': { ...inboxOfMember, inbox: 'first', step: 'requested', address: after },
    'second-inbox-of-member-requested': { ...inboxOfMember, inbox: 'second', step: 'requested', address: after },
    'copy-of-member-requested': { ...inboxOfMember, inbox: 'member', step: 'requested', address: null },
    'copy-of-member-verified': { ...inboxOfMember, inbox: 'member', step: 'verified', address: null },
    'mail-granted-by-owner': { ...mailOf, granted: true, by: to, reader: 'owner' },
    'mail-granted-to-member': { ...mailOf, granted: true, by: to, reader: 'member' },
    'mail-withdrawn-by-manager': { ...mailOf, granted: false, by: invited, reader: 'owner' },
    'mail-withdrawn-from-member': { ...mailOf, granted: false, by: to, reader: 'member' },
    'mail-ended-by-transfer': { ...mailOf, granted: false, by: invited, reader: 'member', cause: 'transfer' },
    'mail-ended-by-upgrade-for-owner': { ...mailOf, granted: false, by: null, reader: 'owner', cause: 'upgrade' },
    'mail-ended-by-upgrade-for-member': { ...mailOf, granted: false, by: null, reader: 'member', cause: 'upgrade' },
    'inboxes-ended': { kind: 'inboxes-ended', ...mail, member, inboxes: [stranger] },
    'inboxes-ended-several': { kind: 'inboxes-ended', ...mail, member, inboxes: [stranger, invited] },
    'mail-limit': { kind: 'mail-limit', ...mail, limit: 500 },
    'inbox-gone': { ...failing, inbox: 'first', why: 'gone' },
    'inbox-full': { ...failing, inbox: 'first', why: 'full' },
    'second-inbox-gone': { ...failing, inbox: 'second', why: 'gone' },
    'member-inbox-full': { ...failing, inbox: 'member', why: 'full' },
    'inbox-stopped': { ...failing, kind: 'inbox-stopped', inbox: 'first' },
    'second-inbox-stopped': { ...failing, kind: 'inbox-stopped', inbox: 'second' },
    'member-inbox-gone': { kind: 'member-inbox-gone', ...mail },
    'delete-account': { kind: 'delete-account', to },
    'account-closed': { kind: 'account-closed', to: closed },
    'account-restored': { kind: 'account-restored', to },
    'account-erased': { kind: 'account-erased', to, paidHandles: [{ handle, paidUntil: at, refundCents: 499 }] },
    ...changeOrders(handle, records),
    receipt: { ...receiptOf(handle, to), renewed: false },
    'receipt-renewal': { ...receiptOf(handle, to), cents: 49_999, renewed: true },
    refund: { ...refund, reason: 'guarantee' },
    'refund-unknown-handle': { ...refund, handle: null, reason: 'unclaimed' },
    'payment-declined': { kind: 'payment-declined', ...mail },
    'renewal-reminder': { kind: 'renewal-reminder', ...mail, days: 7, endsOn: '2026-11-29T12:00:00Z', cents: 499 },
    'year-revoked': { kind: 'year-revoked', ...mail, endsOn: '2026-11-29T12:00:00Z' },
    resting: { kind: 'resting', ...mail },
    'new-device': { kind: 'new-device', to, device: name, network: '203.0.113.0/24', at },
    'passkey-added-copy': { kind: 'passkey-added', to, name, at, copyTo: records.former },
    'passkey-added': { kind: 'passkey-added', to, name, at },
    'passkey-removed': { kind: 'passkey-removed', to, names: [name], at, byOperator: false },
    'passkeys-removed': { kind: 'passkey-removed', to, names: [name, 'Phone', name], at, byOperator: true },
    'admin-role-given': { kind: 'admin-role-changed', to, role: 'support', was: null, at },
    'admin-role-taken': { kind: 'admin-role-changed', to, role: null, was: 'support', at },
    'passkey-copied': { kind: 'passkey-copied', to, name, at },
    'transfer-offered': { kind: 'transfer-offered', ...mail, receiver: member },
    'app-password-added': { kind: 'app-password-added', ...mail, name },
    'app-password-added-by-member': { kind: 'app-password-added', ...mail, name, by: member },
    'app-password-revoked': { kind: 'app-password-revoked', ...mail, name },
    'sending-paused': { kind: 'sending-paused', ...mail, reason: 'bounces', counts },
    'sending-paused-by-administrator': { kind: 'sending-paused', ...mail, reason: 'administrator', counts: null },
    'sending-paused-report': { kind: 'sending-paused-report', ...mail, reason: 'complaints', counts },
    'sending-resumed': { kind: 'sending-resumed', ...mail },
    'support-request': { kind: 'support-request', to: 'support@np.example', requestId },
    'support-received': { kind: 'support-received', to, requestId },
    'support-answer': { kind: 'support-answer', to, answerId, replyTo: 'support@np.example' },
    'team-invitation': { kind: 'team-invitation', to: invited, memberId },
    'transfer-offer': { kind: 'transfer-offer', to: invited, transferId },
    'member-joined': { kind: 'member-joined', ...mail, member },
    'member-left': { kind: 'member-left', ...mail, member },
    'member-removed': { kind: 'member-removed', ...mail },
    'handle-given-up': { kind: 'handle-given-up', ...mail, until, paidUntil: null, refundCents: 0 },
    'handle-given-up-with-refund': { kind: 'handle-given-up', ...mail, until, paidUntil: until, refundCents: 499 },
    'handle-given-up-in-paid-year': { kind: 'handle-given-up', ...mail, until, paidUntil: until, refundCents: 0 },
    'handle-kept': { kind: 'handle-kept', ...mail },
    'handle-ended': { kind: 'handle-ended', ...mail },
    'team-given-up': { kind: 'team-given-up', ...mail, until },
    'team-kept': { kind: 'team-kept', ...mail },
    'handle-given': { kind: 'handle-given', ...mail, other: member },
    'handle-received': { kind: 'handle-received', ...mail, other: member },
    'handle-received with an inbox': {
      kind: 'handle-received',
      ...mail,
      other: member,
      mail: { inbox: 'r***@p***.example' },
    },
    'handle-received without an inbox': {
      kind: 'handle-received',
      ...mail,
      other: member,
      mail: { waitsUntil: '2026-11-29T12:00:00Z' },
    },
    'price-rise': { kind: 'price-rise', to, plan: 'Plus', before: 499, after: 599, from: '2026-12-29T12:00:00Z' },
    'handle-taken': { kind: 'handle-taken', ...mail },
    'picture-removed': { kind: 'picture-removed', ...mail, picture: 'background', reason: name },
    'picture-removed of an account': {
      kind: 'picture-removed',
      ...mail,
      handle: null,
      picture: 'avatar',
      reason: 'Illegal.',
    },
    'handle-assigned': { kind: 'handle-assigned', ...mail },
    'list-confirm': { kind: 'list-confirm', to: closed, subscriberId: records.subscriberIds.waiting },
    'list-joined': { kind: 'list-joined', to, subscriberId: records.subscriberIds.joined },
    'page-report-answer': { kind: 'page-report-answer', to: stranger, caseId: caseIds.suspended },
    'page-report-reversed': { kind: 'page-report-reversed', to: stranger, caseId: caseIds.reversed },
    'page-decision-dismissed': { kind: 'page-decision', to, caseId: caseIds.dismissed },
    'page-decision-suspended': { kind: 'page-decision', to, caseId: caseIds.suspended },
    'page-decision-hidden': { kind: 'page-decision', to, caseId: caseIds.hidden },
    'page-decision-asked': { kind: 'page-decision', to, caseId: caseIds.asked },
    'page-reports-waiting': { kind: 'page-reports-waiting', to, reports: 12, appeals: 1 },
    'page-appeal-reversed': { kind: 'page-appeal-answer', to, caseId: caseIds.reversed },
    'page-appeal-confirmed': { kind: 'page-appeal-answer', to, caseId: caseIds.confirmed },
    'transfer-declined': { kind: 'transfer-declined', ...mail, other: member },
  };
}

/** Emails about a change of the sign-in address. */
function changeOrders(handle: string, { owner, former, changeIds }: Awaited<ReturnType<typeof recordsForEmails>>) {
  const { waiting, byPasskey, taken, changed } = changeIds;
  const lists = { appPasswords: [handle], offers: [handle], inboxes: [handle], changed: [handle] };
  const removed = { passkeys: ['Phone'], ...lists };
  return {
    'confirm-email-change': { kind: 'confirm-email-change', to: owner, changeId: waiting },
    'confirm-email-change-by-passkey': { kind: 'confirm-email-change', to: owner, changeId: byPasskey },
    'confirm-new-email': { kind: 'confirm-new-email', to: `next.${owner}`, changeId: waiting },
    'confirm-new-email-taken': { kind: 'confirm-new-email', to: owner, changeId: taken },
    'email-changed': { kind: 'email-changed', to: former, changeId: changed },
    'email-changed-here': { kind: 'email-changed-here', to: owner, changeId: changed },
    'email-change-undone': { kind: 'email-change-undone', to: former, removed, kept: [] },
    'email-change-undone-here': { kind: 'email-change-undone-here', to: owner, changeId: changed },
  };
}

const receiptOf = (handle: string, to: string) => ({
  kind: 'receipt',
  to,
  handle,
  cents: 499,
  orderId: '5O190127TN364715T',
  paidAt: '2026-11-22T11:58:00.000Z',
  paidUntil: '2027-11-22T11:58:00.000Z',
});
