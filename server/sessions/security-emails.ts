import type { AdminRole } from '../../contract/admin-roles.ts';
import { formatUtcTime } from '../../contract/dates.ts';
import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { undoButton } from '../accounts/former-address-rules.ts';
import { undoableChangeOf } from '../accounts/shared/former-address-store.ts';
import {
  addressInSubject,
  type Block,
  type Email,
  type EmailComposers,
  handleInSubject,
} from '../emails/shared/email.ts';
import { rich, typed } from '../emails/shared/rich-text.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Clock } from '../platform/jobs/clock.ts';

/**
 * Emails to the owner of an account about changes that could let someone else in. `copyTo` is an earlier address of the
 * account that can still undo its change.
 */
export type SecurityEmail = { copyTo?: string } & SecurityEvent;

type SecurityEvent =
  | { kind: 'new-device'; to: string; device: string | null; network: string; at: string }
  | { kind: 'passkey-added'; to: string; name: string; at: string }
  | { kind: 'passkey-removed'; to: string; names: string[]; at: string; byOperator: boolean }
  | { kind: 'transfer-offered'; to: string; handle: string; receiver: string; at: string }
  /** `by` is the team member who made the change; if absent, the reader made it. */
  | { kind: 'app-password-added'; to: string; handle: string; name: string; at: string; by?: string }
  | { kind: 'app-password-revoked'; to: string; handle: string; name: string; at: string; by?: string }
  | { kind: 'passkey-copied'; to: string; name: string; at: string }
  | { kind: 'admin-role-changed'; to: string; role: AdminRole | null; was: AdminRole | null; at: string };

const END_SESSIONS =
  'If this was not you, someone else can use your account: sign in, end all other sessions, remove passkeys that you do not know, and check who can read the email of this address.';

const REVIEW_TEAM =
  'You get this email because the handle is yours. If this member should not do this, change their role or remove them from your team.';

const byMember = (member: string | undefined) => (member ? ` by ${member}, a member of your team,` : '');

/** Composes the security emails, and their copies to addresses that can still undo a change of the sign-in address. */
export function securityEmails({ clock, site }: { clock: Clock; site: Site }): EmailComposers<SecurityEmail> {
  const composers = Object.entries(emailsToOwner(site)).map(([kind, compose]) => [
    kind,
    async (db: Queryable, order: SecurityEmail): Promise<Email | null> => {
      const email = await (compose as (db: Queryable, order: SecurityEmail) => Email)(db, order);
      if (order.copyTo === undefined) return email;
      const change = await undoableChangeOf(db, order.copyTo, clock());
      if (!change) return null;
      const copy = `You get a copy because ${order.copyTo} was the sign-in address of this account until a few days ago.`;
      const { button, notes } = await undoButton(db, { site, now: clock() }, change);
      return { ...email, to: order.copyTo, body: [copy, ...email.body], button, notes };
    },
  ]);
  return Object.fromEntries(composers);
}

function emailsToOwner(site: Site): EmailComposers<SecurityEmail> {
  const reviewSignIns = { label: 'Review sign-ins', url: site.origin + pages.profileSettings() };
  const reviewPasswords = { label: 'Review app passwords', url: site.origin + pages.manageEmail() };
  const compose = (
    to: string,
    subject: string,
    content: { heading: string; body: Block[]; handle?: NonNullable<Email['handle']> },
    { button = reviewSignIns, advice = END_SESSIONS } = {},
  ): Email => ({
    ...content,
    to,
    subject,
    preheader: advice === END_SESSIONS ? 'If this was not you, act now.' : 'Please check whether this is right.',
    body: [...content.body, advice],
    button,
    notes: ['We send this email to protect your account. It cannot be switched off.'],
  });
  return {
    'new-device': (_db, { to, device, network, at }) =>
      compose(to, `New sign-in to ${site.host}`, {
        heading: 'New sign-in',
        body: [
          `Someone, probably you, signed in to ${site.host} as ${to} with a browser that had not signed in to this account before.`,
          {
            facts: [
              { label: 'Browser', value: [typed(device ?? 'Unknown')] },
              { label: 'Network', value: network },
              { label: 'Time', value: formatUtcTime(at) },
            ],
          },
        ],
      }),
    'passkey-added': (_db, { to, name, at }) =>
      compose(to, `A passkey was added to your account on ${site.host}`, {
        heading: 'A passkey was added',
        body: [
          rich`The passkey “${typed(name)}” was added to the account ${to} on ${formatUtcTime(at)}. It can sign in without an email.`,
        ],
      }),
    'passkey-removed': (_db, { to, names, at, byOperator }) =>
      compose(to, `A passkey was removed from your account on ${site.host}`, {
        heading: names.length === 1 ? 'A passkey was removed' : 'Passkeys were removed',
        body: [
          names.length === 1
            ? rich`The passkey “${typed(names[0] ?? '')}” was removed from the account ${to} on ${formatUtcTime(at)}.`
            : [
                `${names.length} passkeys were removed from the account ${to} on ${formatUtcTime(at)}: `,
                ...names.flatMap((name, index) => [index === 0 ? '“' : '”, “', typed(name)]),
                '”.',
              ],
          ...(byOperator
            ? ['The operator of this installation did this, and ended all sessions of the account. Sign in by email.']
            : []),
        ],
      }),
    'app-password-added': (_db, { to, handle, name, at, by }) =>
      compose(
        to,
        `An app password was created for ${addressInSubject(handle, site.mailDomain)}`,
        {
          heading: 'An app password was created',
          handle: { name: handle, shownAs: 'address' },
          body: [
            rich`The app password “${typed(name)}” was created for ${handle}@${site.mailDomain}${byMember(by)} on ${formatUtcTime(at)}. A mail program that has it can send email from this address. It works until ${by ? 'somebody revokes it, or until this member leaves your team' : 'you revoke it'}.`,
          ],
        },
        { button: reviewPasswords, ...(by && { advice: REVIEW_TEAM }) },
      ),
    'app-password-revoked': (_db, { to, handle, name, at, by }) =>
      compose(
        to,
        `An app password of ${addressInSubject(handle, site.mailDomain)} was revoked`,
        {
          heading: 'An app password was revoked',
          handle: { name: handle, shownAs: 'address' },
          body: [
            rich`The app password “${typed(name)}” of ${handle}@${site.mailDomain} was revoked${byMember(by)} on ${formatUtcTime(at)}. Mail programs that use it can no longer send from this address.`,
          ],
        },
        { button: reviewPasswords, ...(by && { advice: REVIEW_TEAM }) },
      ),
    'transfer-offered': (_db, { to, handle, receiver, at }) =>
      compose(
        to,
        `You offered ${handleInSubject(handle)} to someone else`,
        {
          heading: 'You offered your handle',
          handle: { name: handle, shownAs: 'page' },
          body: [
            `The handle ${handle} of your account was offered to ${receiver} on ${formatUtcTime(at)}. Once they accept, it is theirs, and you cannot take it back.`,
            'You can withdraw the offer until then.',
          ],
        },
        { button: { label: 'Review the offer', url: site.origin + pages.manageHandle(handle) } },
      ),
    'admin-role-changed': (_db, { to, role, was, at }) =>
      compose(
        to,
        `Your role as an administrator of ${site.host} changed`,
        {
          heading: role ? 'You have a new role' : 'Your role has ended',
          body: [
            role
              ? `The account ${to} has had the administrators' role “${role}” on ${site.host} since ${formatUtcTime(at)}.`
              : `The account ${to} stopped being an administrator of ${site.host} on ${formatUtcTime(at)}.`,
            ...(was ? [`Its role was “${was}” before.`] : []),
          ],
        },
        {
          button: role ? { label: 'Open the admin area', url: site.origin + pages.admin() } : reviewSignIns,
          advice: 'If you did not expect this, ask an owner of the site.',
        },
      ),
    'passkey-copied': (_db, { to, name, at }) =>
      compose(to, `A sign-in to ${site.host} was refused`, {
        heading: 'A sign-in was refused',
        body: [
          rich`A sign-in with the passkey “${typed(name)}” was refused on ${formatUtcTime(at)}, because its counter went backwards. Someone may have copied the passkey. Please remove this passkey and add a new one.`,
        ],
      }),
  };
}
