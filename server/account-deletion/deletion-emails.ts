import type { PaidHandle } from '../../contract/accounts/accounts.ts';
import { formatUtcDay } from '../../contract/dates.ts';
import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { formatDollars } from '../../contract/payments/cents.ts';
import { erasureDate } from '../accounts/rules.ts';
import type { Block, Email, EmailComposers } from '../emails/shared/email.ts';
import { countHandles } from '../handles/shared/quarantine-store.ts';
import { issueLink } from '../magic-links/rules.ts';
import { paidHandlesOf } from '../payments/erasure-refund-rules.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { accountByEmail } from './store.ts';

export type DeletionEmail =
  | { kind: 'delete-account'; to: string }
  | { kind: 'account-closed'; to: string }
  | { kind: 'account-restored'; to: string }
  /** The handles that were paid for, and what is refunded. */
  | { kind: 'account-erased'; to: string; paidHandles: PaidHandle[] };

/**
 * Composes the email whose link closes an account, and those that confirm each step. None is sent if the state of the
 * account has changed since.
 */
export function deletionEmails({ clock, site }: { clock: Clock; site: Site }): EmailComposers<DeletionEmail> {
  return {
    async 'delete-account'(db, order) {
      const account = await accountByEmail(db, order.to);
      if (!account || account.closed_at) return null;
      const token = await issueLink(db, clock(), { purpose: 'delete-account', email: account.email });
      const handleCount = await countHandles(db, account.id);
      const paid = paidBlocks(site, await paidHandlesOf(db, account.id, clock()));
      return deletionEmail(site, { to: account.email, token, handleCount, paid, erasedOn: erasureDate(clock()) });
    },
    async 'account-closed'(db, order) {
      const account = await accountByEmail(db, order.to);
      if (!account?.closed_at) return null;
      const paid = paidBlocks(site, await paidHandlesOf(db, account.id, account.closed_at));
      return closedEmail(site, { to: account.email, paid, erasedOn: erasureDate(account.closed_at) });
    },
    async 'account-restored'(db, order) {
      const account = await accountByEmail(db, order.to);
      return account && !account.closed_at ? restoredEmail(site, account.email) : null;
    },
    'account-erased': (_db, { to, paidHandles }) => erasedEmail(site, to, paidHandles),
  };
}

function deletionEmail(
  site: Site,
  {
    to,
    token,
    handleCount,
    paid,
    erasedOn,
  }: { to: string; token: string; handleCount: number; paid: Block[]; erasedOn: Date },
): Email {
  const handles = handleCount === 1 ? 'your handle' : `your ${handleCount} handles`;
  const offline = handleCount === 0 ? '' : `the pages of ${handles} go offline, mail to them is rejected, and `;
  return {
    to,
    subject: `Delete your account on ${site.host}?`,
    preheader: 'Nothing happens until you confirm.',
    heading: 'Delete your account?',
    body: [
      `Someone signed in as ${to}, probably you, asked us to delete this account on ${site.host}.`,
      `If you confirm, ${offline}you are signed out everywhere. If you confirm today, we erase everything we hold about you on ${formatUtcDay(erasedOn)}. Until then, signing in restores it all.`,
      ...paid,
    ],
    button: { label: 'Delete my account', url: site.origin + pages.link(token) },
    notes: [
      'The link works once, within 24 hours. It opens a page that asks you to confirm.',
      'We keep records of payments for as long as tax law requires.',
      'If you did not request this, do not confirm, and sign out on every device where you are signed in.',
    ],
  };
}

/** Lists the paid handles, what is left of each year, and the refund. */
function paidBlocks(site: Site, handles: PaidHandle[]): Block[] {
  if (handles.length === 0) return [];
  const facts = handles.map(({ handle, paidUntil, refundCents }) => ({
    label: `${site.host}/${handle}`,
    value: `Paid until ${formatUtcDay(paidUntil)}. ${refundOf(refundCents)}`,
  }));
  return ['You lose the rest of the time that you paid for:', { facts }];
}

const refundOf = (cents: number) =>
  cents > 0 ? `You get $${formatDollars(cents)} back when the account is erased.` : 'Nothing is refunded.';

function closedEmail(site: Site, { to, paid, erasedOn }: { to: string; paid: Block[]; erasedOn: Date }): Email {
  return {
    to,
    subject: `Your account on ${site.host} is closed`,
    preheader: `Sign in by ${formatUtcDay(erasedOn)}, and everything is restored.`,
    heading: 'Your account is closed',
    body: [
      `The account ${to} on ${site.host} was closed, as you confirmed. Your pages are offline, mail to your handles is rejected, and everyone has been signed out.`,
      `We erase everything we hold about you on ${formatUtcDay(erasedOn)}. If you sign in before then, you keep it all.`,
      ...paid,
    ],
    button: { label: 'Sign in and keep it', url: `${site.origin}${pages.home()}?login` },
    notes: ['If you did not confirm this, sign in now, and check who can read the email of this address.'],
  };
}

function restoredEmail(site: Site, to: string): Email {
  return {
    to,
    subject: `Your account on ${site.host} is back`,
    preheader: 'Your handles, pages and forwarding work again.',
    heading: 'Your account is back',
    body: [
      `The account ${to} on ${site.host} was closed, and your sign-in has restored it. Your handles, pages and forwarding are as they were, and nothing will be erased.`,
      'Only your places in the teams of others ended when you closed the account: ask the owners to invite you again.',
    ],
    button: { label: 'Open your handles', url: site.origin + pages.manage() },
    notes: ['If you did not sign in, someone else can read the email of this address: change its password now.'],
  };
}

function erasedEmail(site: Site, to: string, paidHandles: PaidHandle[]): Email {
  const refunded = paidHandles.filter(({ refundCents }) => refundCents > 0);
  return {
    to,
    subject: `Your account on ${site.host} was erased`,
    preheader: 'This is the last email about it.',
    heading: 'Your account was erased',
    body: [
      `The account ${to} on ${site.host} and everything in it have been erased. Nobody can claim its handles for a year, so that no stranger gets your mail.`,
      ...refunded.map(
        ({ handle, refundCents }) =>
          `We are returning the $${formatDollars(refundCents)} that you paid for ${site.host}/${handle}.`,
      ),
    ],
    button: { label: `Open ${site.host}`, url: site.origin + pages.home() },
    notes: ['We keep records of payments for as long as tax law requires, and nothing else.'],
  };
}
