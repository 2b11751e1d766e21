import { EMAIL_CHANGE_HOURS, EMAIL_UNDO_DAYS } from '../../contract/accounts/email-change.ts';
import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { undoButton } from '../accounts/former-address-rules.ts';
import { undoableChangeOf } from '../accounts/shared/former-address-store.ts';
import { type Block, type Email, type EmailComposers, IGNORE_NOTE } from '../emails/shared/email.ts';
import { maskAddress } from '../emails/shared/mask-address.ts';
import { typed } from '../emails/shared/rich-text.ts';
import { issueLink } from '../magic-links/rules.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { type EmailChange, findChange, isTakenByOther } from './store.ts';

/** What an undo removed. */
export interface Removed {
  /** Names of passkeys. */
  passkeys: string[];
  /** Handles that lost app passwords. */
  appPasswords: string[];
  /** Handles whose offer was withdrawn. */
  offers: string[];
  /** Handles that lost an inbox. */
  inboxes: string[];
  /** Handles whose inboxes or team the account changed since the request. */
  changed: string[];
}

export type EmailChangeEmail =
  | { kind: 'confirm-email-change'; to: string; changeId: number }
  | { kind: 'confirm-new-email'; to: string; changeId: number }
  /** `to` is an address that can undo the change, or an earlier one. */
  | { kind: 'email-changed'; to: string; changeId: number }
  | { kind: 'email-changed-here'; to: string; changeId: number }
  | { kind: 'email-change-undone-here'; to: string; changeId: number }
  /** `kept` are the handles that had been given up and are kept after all. */
  | { kind: 'email-change-undone'; to: string; removed: Removed; kept: string[] };

const CONFIRM_NOTE = `The link works once, within ${EMAIL_CHANGE_HOURS} hours. It opens a page that asks you to confirm.`;

/** Composes the emails about a change of the sign-in address. None is sent if the change has ended since. */
export function emailChangeEmails(context: { clock: Clock; site: Site }): EmailComposers<EmailChangeEmail> {
  const { clock, site } = context;
  const signIn = { label: 'Sign in', url: `${site.origin}${pages.home()}?login` };

  async function waiting(db: Queryable, id: number): Promise<EmailChange | undefined> {
    const change = await findChange(db, id);
    return change?.state === 'waiting' && change.expires_at > clock() ? change : undefined;
  }

  async function linkTo(db: Queryable, change: EmailChange, side: 'old' | 'new'): Promise<string> {
    const purpose = side === 'old' ? 'confirm-email-change' : 'confirm-new-email';
    const email = side === 'old' ? change.old_email : change.new_email;
    return site.origin + pages.link(await issueLink(db, clock(), { purpose, email, emailChangeId: change.id }));
  }

  return {
    async 'confirm-email-change'(db, { changeId }) {
      const change = await waiting(db, changeId);
      if (!change) return null;
      const { old_email: to, new_email: next, by_passkey: byPasskey } = change;
      return {
        to,
        subject: `Change your sign-in address on ${site.host}?`,
        preheader: byPasskey ? 'If this was not you, stop it now.' : 'Nothing changes until you confirm.',
        heading: byPasskey ? 'Your sign-in address is about to change' : 'Change your sign-in address?',
        body: [
          `Someone signed in as ${to}, probably you, asked to sign in to ${site.host} as ${next} from now on.`,
          byPasskey
            ? `They confirmed it with a passkey of your account, so it changes as soon as ${next} confirms it. If this was not you, stop the change, and remove passkeys that you do not know.`
            : `The address changes once you confirm it here and ${next} confirms it as well. Everyone who is signed in is then signed out.`,
          ...(byPasskey ? [] : ['If this was not you, open the page and refuse the change there.']),
        ],
        button: { label: byPasskey ? 'Stop the change' : 'Review the change', url: await linkTo(db, change, 'old') },
        notes: [CONFIRM_NOTE, `After the change, this address can undo it for ${EMAIL_UNDO_DAYS} days.`],
      };
    },
    async 'confirm-new-email'(db, { changeId }) {
      const change = await waiting(db, changeId);
      if (!change) return null;
      const { new_email: to, old_email: from, account_id: accountId } = change;
      const former = await undoableChangeOf(db, to, clock());
      const isTaken = (await isTakenByOther(db, accountId, to)) || (former && former.account_id !== accountId);
      if (isTaken) return takenEmail(site, to, signIn);
      return {
        to,
        subject: `Sign in to ${site.host} with this address?`,
        preheader: 'Nothing changes until you confirm.',
        heading: 'Use this address to sign in?',
        body: [
          `Someone, probably you, wants to use ${to} to sign in to the account ${maskAddress(from)} on ${site.host}.`,
          'If you confirm, this address opens that account, with everything in it. Confirm only if the account is yours.',
        ],
        button: { label: 'Review the change', url: await linkTo(db, change, 'new') },
        notes: [CONFIRM_NOTE, IGNORE_NOTE],
      };
    },
    async 'email-changed'(db, { to, changeId }) {
      const change = await findChange(db, changeId);
      if (change?.state !== 'changed' || !change.undo_until || change.undo_until <= clock()) return null;
      return {
        to,
        subject: `Your sign-in address on ${site.host} was changed`,
        preheader: `If this was not you, undo it within ${EMAIL_UNDO_DAYS} days.`,
        heading: 'Your sign-in address was changed',
        body: [
          `The account ${to} on ${site.host} no longer signs in with this address, but with ${await currentAddress(db, change)}. Everyone who was signed in has been signed out.`,
          `If this was not you, undo it: ${to} becomes the sign-in address again, everyone is signed out, and passkeys, app passwords, offers of your handles and inboxes at the new address that were added since the change was requested are removed. Handles that were given up since then are kept.`,
        ],
        ...(await undoButton(db, { site, now: clock() }, change)),
      };
    },
    async 'email-changed-here'(db, { to, changeId }) {
      const change = await findChange(db, changeId);
      if (change?.state !== 'changed') return null;
      return {
        to,
        subject: `You now sign in to ${site.host} with this address`,
        preheader: 'Everyone who was signed in has been signed out.',
        heading: 'Your new sign-in address',
        body: [
          `The account ${maskAddress(change.old_email)} on ${site.host} now signs in as ${to}. Everyone who was signed in has been signed out. Your passkeys still work.`,
          `The old address can undo this for ${EMAIL_UNDO_DAYS} days. Until then you cannot hand over a handle, and emails about the security of the account go to both addresses.`,
        ],
        button: signIn,
        notes: ['We send this email to protect your account. It cannot be switched off.'],
      };
    },
    'email-change-undone': (_db, order) => undoneEmail(site, order, signIn),
    async 'email-change-undone-here'(db, { to, changeId }) {
      const change = await findChange(db, changeId);
      if (!change) return null;
      return {
        to,
        subject: `This address no longer signs in to ${site.host}`,
        preheader: 'The change of the sign-in address was undone.',
        heading: 'The change was undone',
        body: [
          `The owner of an earlier sign-in address undid the change. The account on ${site.host} that you used with ${to} signs in with that address again, and you are signed out.`,
          'If the account is yours, sign in with the earlier address, or with a passkey that you added before the change.',
        ],
        button: signIn,
        notes: ['We send this email to protect the account. It cannot be switched off.'],
      };
    },
  };
}

/** Returns the current address of an account. */
async function currentAddress(db: Queryable, change: EmailChange): Promise<string> {
  const row = await db.selectFrom('accounts').select('email').where('id', '=', change.account_id).executeTakeFirst();
  return row?.email ?? change.new_email;
}

/**
 * Composes the email for an address that already has an account. The response to the request does not show that; only
 * this email does.
 */
function takenEmail(site: Site, to: string, signIn: Email['button']): Email {
  return {
    to,
    subject: `Your address on ${site.host}`,
    preheader: 'Someone wanted to use it for another account. Nothing changes.',
    heading: 'This address already has an account',
    body: [
      `Someone, probably you, wanted to use ${to} to sign in to another account on ${site.host}. It already belongs to an account, so nothing changes.`,
      'An address signs in to one account. To use it for the other account, first change the sign-in address of the account that it belongs to, or delete that account.',
    ],
    button: signIn,
    notes: ['If you did not request this, you can ignore this email.'],
  };
}

function undoneEmail(
  site: Site,
  { to, removed, kept }: Extract<EmailChangeEmail, { kind: 'email-change-undone' }>,
  signIn: Email['button'],
): Email {
  return {
    to,
    subject: `Your sign-in address on ${site.host} was restored`,
    preheader: 'The change was undone. Check your account now.',
    heading: 'The change was undone',
    body: [
      `You sign in to ${site.host} as ${to} again, and everyone who was signed in has been signed out.`,
      ...undoneFacts(site, removed, kept),
      'Sign in and check your passkeys, the inboxes that your handles forward to, and the members of your teams. Then ask yourself who could read your email or use your device.',
    ],
    button: signIn,
    notes: [`The undo was confirmed on ${site.host} from a link that we sent to this address.`],
  };
}

function undoneFacts(
  site: Site,
  { passkeys, appPasswords, offers, inboxes, changed }: Removed,
  kept: string[],
): Block[] {
  const list = (names: string[]) => names.flatMap((name, index) => (index ? [', ', typed(name)] : [typed(name)]));
  // Handles are shown as addresses, because mail programs turn a handle with a dot into a link.
  const addresses = (handles: string[]) => handles.map((handle) => `${handle}@${site.mailDomain}`).join(', ');
  const facts = [
    { label: 'Passkeys removed', value: list(passkeys) },
    { label: 'App passwords revoked', value: addresses(appPasswords) },
    { label: 'Offers withdrawn', value: addresses(offers) },
    { label: 'Inboxes removed', value: addresses(inboxes) },
    { label: 'Inboxes or team changed', value: addresses(changed) },
    { label: 'Given up, and kept after all', value: addresses(kept) },
  ].filter(({ value }) => value.length > 0);
  return facts.length > 0 ? [{ facts }] : [];
}
