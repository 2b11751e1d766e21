import { RECENT_SIGN_IN_MINUTES } from '../../contract/accounts/sessions.ts';
import { SIGN_IN_CODE_DAYS } from '../../contract/accounts/sign-in.ts';
import { isInvitationNeeded } from '../../contract/claim-modes/claim-rule.ts';
import { CLAIM_TEXTS } from '../../contract/claim-modes/claim-texts.ts';
import { confirmedActText } from '../../contract/confirmed-acts.ts';
import { formatUtcDay } from '../../contract/dates.ts';
import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { type Email, type EmailComposers, IGNORE_NOTE } from '../emails/shared/email.ts';
import { issueKnownLink } from '../magic-links/rules.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { formerAddressEmail } from './former-address-rules.ts';
import { erasureDate, type SignInEmail } from './rules.ts';
import { issueCode, startCode } from './sign-in-code-rules.ts';
import { findAccountByEmail, isAwaited } from './store.ts';

/**
 * Composes the email after a sign-in request: a link and a code if the account exists or its owner is awaited, else how
 * to create an account. `adminEmails` are awaited even on a site where they cannot claim a handle.
 */
export function signInEmails(parts: {
  clock: Clock;
  site: Site;
  secrets: string[];
  adminEmails: string[];
}): EmailComposers<SignInEmail> {
  const { clock, site, secrets } = parts;
  const admins = new Set(parts.adminEmails.map((email) => email.toLowerCase()));
  return {
    async 'sign-in'(db, { to: typed, codeId, act, handle }) {
      if (codeId !== undefined) await startCode(db, codeId, clock());
      const account = await findAccountByEmail(db, typed);
      const changed = account ? null : await formerAddressEmail(db, { site, now: clock() }, typed);
      if (changed) return changed;
      // The link of an awaited person creates the account.
      const isExpected = account || admins.has(typed.toLowerCase()) || (await isAwaited(db, typed, clock()));
      if (!isExpected) return unknownAccountEmail(site, typed);
      // The stored address, because the typed one may differ in case.
      const { email: to, closed_at: closedAt } = account ?? { email: typed, closed_at: null };
      const link = await issueKnownLink(db, clock(), { purpose: 'sign-in', email: to });
      const code = codeId === undefined ? undefined : await issueCode(db, secrets, codeId, link, clock());
      const email = closedAt
        ? closedAccountEmail(site, to, link.token, erasureDate(closedAt))
        : act
          ? confirmEmail(site, to, {
              token: link.token,
              text: confirmedActText(act, handle === undefined ? undefined : `${handle}@${site.mailDomain}`),
            })
          : signInEmail(site, to, link.token);
      if (code === undefined) return email;
      if (code === null) return { ...email, notes: [NO_CODE_NOTE, ...email.notes] };
      return { ...email, code: typedCode(code) };
    },
  };
}

const NO_CODE_NOTE = `This email has no code, because too many wrong codes were tried for your address in the last ${SIGN_IN_CODE_DAYS} days. The link works as always.`;

/** Returns the code with its digits in two groups, which are easier to copy. */
function typedCode(code: string): NonNullable<Email['code']> {
  const half = code.length / 2;
  return {
    text: 'Or type this code in the browser where you asked to sign in. Never tell it to anyone.',
    value: `${code.slice(0, half)} ${code.slice(half)}`,
  };
}

function signInEmail(site: Site, to: string, token: string): Email {
  return {
    to,
    subject: `Sign in to ${site.host}`,
    preheader: 'Your link works once, within 10 minutes.',
    heading: 'Sign in',
    body: [`Here is your link to sign in to ${site.host} as ${to}.`],
    button: { label: 'Sign in', url: site.origin + pages.link(token) },
    notes: ['The link works once, within 10 minutes.', IGNORE_NOTE],
  };
}

/** Composes the email for a signed-in person who must confirm an action. The text comes from the table of acts. */
function confirmEmail(site: Site, to: string, { token, text }: { token: string; text: string }): Email {
  return {
    to,
    subject: `Confirm it is you on ${site.host}`,
    preheader: 'Your code works once, within 10 minutes.',
    heading: 'Confirm it is you',
    body: [
      `Someone who is signed in to ${site.host} as ${to}, probably you, wants to ${text}.`,
      `Confirm it with the code or the button. That signs you in again, for this and for other changes in the next ${RECENT_SIGN_IN_MINUTES} minutes.`,
    ],
    button: { label: 'Confirm', url: site.origin + pages.link(token) },
    notes: [
      'Code and link work once, within 10 minutes.',
      'If this was not you, use neither: sign in and end all other sessions, because someone else can use your account.',
    ],
  };
}

/** Composes the email for an address without an account. The response does not show that; only the email does. */
function unknownAccountEmail(site: Site, to: string): Email {
  const how = site.claims === undefined ? 'To create one, claim a handle.' : CLAIM_TEXTS[site.claims];
  return {
    to,
    subject: `Sign in to ${site.host}`,
    preheader: 'There is no account with this address yet.',
    heading: 'No account with this address',
    body: [
      `Someone, probably you, asked to sign in to ${site.host} as ${to}. There is no account with this address yet.`,
      `${how} If you already have a handle, sign in with the address you used to claim it.`,
    ],
    button: isInvitationNeeded(site.claims)
      ? { label: `Visit ${site.name}`, url: site.origin }
      : { label: 'Claim a handle', url: site.origin + pages.create() },
    notes: ['If you did not request this, you can ignore this email.'],
  };
}

function closedAccountEmail(site: Site, to: string, token: string, erasedOn: Date): Email {
  return {
    to,
    subject: `Your closed account on ${site.host}`,
    preheader: 'Sign in before it is erased, and everything is restored.',
    heading: 'Your account is closed',
    body: [
      `The account ${to} on ${site.host} is closed. It will be erased on ${formatUtcDay(erasedOn)}, with everything in it.`,
      'If you sign in before then, you keep it: your handles, pages and forwarding are restored as they were. To let it be erased, do nothing.',
    ],
    button: { label: 'Sign in and keep it', url: site.origin + pages.link(token) },
    notes: ['The link works once, within 10 minutes.', IGNORE_NOTE],
  };
}
