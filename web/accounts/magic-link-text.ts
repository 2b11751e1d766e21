import type { LinkView } from '../../contract/accounts/link-view.ts';
import { WAITING_DAYS } from '../../contract/claims/waiting-claims.ts';
import { formatUtcDay } from '../../contract/dates.ts';
import type { Site } from '../../contract/documents.ts';
import { pages } from '../../contract/paths.ts';
import { formatDollars } from '../../contract/payments/cents.ts';
import { teamPages } from '../../contract/teams/paths.ts';
import { changeText, endedChangeText } from './email-change-text.ts';

export interface MagicLinkText {
  title: string;
  text: string;
  /** Label of the button that uses the link. */
  action?: string;
  /** Label of the button that refuses what the link asks for. */
  refusal?: string;
  /** The next step if the link cannot be used. */
  next: { label: string; href: string };
}

/** Opens the sign-in dialog on arrival. */
const SIGN_IN = `${pages.home()}?login`;

/** Returns the texts of the page behind a magic link, by purpose and state. */
export function magicLinkText(site: Site, link: LinkView): MagicLinkText {
  const next = nextStep(link);
  if (link.state === 'ready') return { ...readyText(site, link), next };
  const texts: Record<Exclude<LinkView['state'], 'ready'>, [title: string, text: string]> = {
    used: ['This link was already used', `Each link works once. ${usedHint(site, link)}`],
    expired: [
      link.purpose === 'join-team' ? 'This invitation has expired' : 'This link has expired',
      link.purpose === 'join-team'
        ? expiredHint(link)
        : `Links expire soon to protect your account. ${expiredHint(link)}`,
    ],
    invalid: [
      'This link is not valid',
      'Part of the address may be missing. Try copying the whole link from the email.',
    ],
    'handle-gone': [
      link.handle ? `${link.handle} is gone` : 'This handle is gone',
      'Someone else has claimed this handle in the meantime. There are plenty of good ones left.',
    ],
    'inbox-full': [
      'This inbox has reached its limit',
      'It cannot receive mail for more handles of this plan. Choose another inbox for this handle.',
    ],
    ...endedChangeText(link),
    withdrawn: [
      'This invitation is no longer open',
      `It was withdrawn, or ${link.handle ?? 'the handle'} has no team at the moment.${link.invitation ? ` It came from ${link.invitation.invitedBy}.` : ''} Ask for a new invitation.`,
    ],
    waiting: [
      `${link.handle ?? 'Your handle'} is held for you`,
      `The people who run this site now decide. We email you their decision at ${link.email ?? 'your address'}, within ${WAITING_DAYS} days.`,
    ],
    joined: [`You are in the team of ${link.handle ?? 'the handle'}`, joinedText(link)],
    closed: [
      'Your account is closed',
      `Your pages are offline and mail to your handles is refused. Everything is erased on ${erasureDate(link.deletion)}. Changed your mind? Sign in as ${link.email ?? 'before'} until then, and everything is restored.${paidEffect(link.deletion)}`,
    ],
  };
  const [title, text] = texts[link.state];
  return { title, text, next };
}

function readyText(site: Site, link: LinkView): Omit<MagicLinkText, 'next'> {
  const {
    purpose,
    email = 'your account',
    handle = 'your handle',
    deletion,
    takesOver,
    invitation,
    signedInAs,
    asksFirst,
  } = link;
  switch (purpose) {
    case 'sign-in':
      return { title: `Sign in as ${email}`, text: 'One click takes you to your handles.', action: 'Sign in' };
    case 'claim':
      if (asksFirst) {
        return {
          title: `Ask for ${handle} for ${email}`,
          text: `The people who run this site decide whether ${site.host}/${handle} becomes your page. The handle is held for you until then.`,
          action: `Ask for ${handle}`,
        };
      }
      return {
        title: `Claim handle ${handle} for ${email}`,
        text: `${site.host}/${handle} becomes your page, and you are signed in.`,
        action: `Claim ${handle}`,
      };
    case 'verify-forwarding':
      if (takesOver) {
        return {
          title: `Let ${email} take over for ${handle}@${site.mailDomain}`,
          text: 'If the first inbox accepts no mail for hours, this one receives the mail sent to that address.',
          action: 'Verify this inbox',
        };
      }
      return {
        title: `Forward ${handle}@${site.mailDomain} to ${email}`,
        text: 'From then on, this inbox receives the mail sent to that address.',
        action: 'Forward my mail',
      };
    case 'verify-member-inbox':
      return {
        title: `Receive the mail for ${handle}@${site.mailDomain} at ${email}`,
        text: 'From then on, this inbox receives a copy of the mail sent to that address, for a member of its team.',
        action: 'Verify this inbox',
      };
    case 'confirm-email-change':
    case 'confirm-new-email':
    case 'undo-email-change':
      return changeText(site, link);
    case 'delete-account':
      return {
        title: `Delete the account ${email}`,
        text: `${deletionEffect(deletion)} and you are signed out everywhere.${teamEffect(deletion)} On ${erasureDate(deletion)} everything we hold about you is erased. Sign in before then, and everything is restored.${paidEffect(deletion)}`,
        action: 'Delete my account',
      };
    case 'join-team':
      return {
        title: `Join the team of ${handle}`,
        text: `${invitation?.invitedBy ?? 'Somebody'} invites ${email} to look after ${site.host}/${handle} as ${invitation?.role === 'manager' ? 'a manager' : 'an editor'}. The other members then see this address.`,
        action: signedInAs ? `Join ${handle} as ${email}` : `Join ${handle}`,
      };
  }
}

/** Returns the next step for a new member, who may be signed in as somebody else. */
function joinedText({ email, signedInAs, isSignedIn }: LinkView): string {
  if (isSignedIn) return 'Open it and look around.';
  if (signedInAs) return `This browser is signed in as ${signedInAs}. Sign out there, then sign in as ${email}.`;
  return `Sign in as ${email} to open it.`;
}

/** Returns the immediate effect on the handles, as the beginning of a sentence. */
function deletionEffect(deletion: LinkView['deletion']): string {
  if (!deletion || deletion.handles === 0) return 'Your account is closed';
  if (deletion.handles === 1) return 'The page of your handle goes offline, mail to it is refused';
  return `The pages of your ${deletion.handles} handles go offline, mail to them is refused`;
}

/** Returns sentences about the rest of the paid time and its refund. */
function paidEffect(deletion: LinkView['deletion']): string {
  return (deletion?.paidHandles ?? [])
    .map(({ handle, paidUntil, refundCents }) => {
      const refund =
        refundCents > 0
          ? `$${formatDollars(refundCents)} is refunded when everything is erased`
          : 'nothing is refunded';
      return ` ${handle} is paid until ${formatUtcDay(paidUntil)}; ${refund}.`;
    })
    .join('');
}

/** Returns a sentence about the handles with a team, which the owner can hand over first. */
function teamEffect(deletion: LinkView['deletion']): string {
  const handles = deletion?.teamHandles ?? [];
  if (handles.length === 0) return '';
  const names = handles.length > 3 ? `${handles.length} of your handles` : handles.join(', ');
  return ` The teams of ${names} also lose access. To keep a handle for its team, hand it over to a member first.`;
}

const isAboutAddress = (purpose: LinkView['purpose']) =>
  purpose === 'confirm-email-change' || purpose === 'confirm-new-email' || purpose === 'undo-email-change';

/** Returns the date of the erasure for the reader. */
function erasureDate(deletion: LinkView['deletion']): string {
  return deletion ? formatUtcDay(deletion.erasedOn) : 'the date named in your email';
}

function usedHint(site: Site, { purpose, handle, asksFirst }: LinkView): string {
  if (purpose === 'sign-in') return 'If you still need to sign in, ask for a new one.';
  if (purpose === 'claim' && asksFirst) return 'We email you the decision about your claim.';
  if (purpose === 'claim')
    return handle ? `If it was you, ${handle} is yours: sign in to manage it.` : 'If it was you, sign in.';
  if (purpose === 'delete-account') return 'Your account still exists, and nothing more will happen.';
  if (purpose === 'join-team') return 'The invitation is still open. Sign in to accept it.';
  return handle ? `If it was you, mail to ${handle}@${site.mailDomain} is on its way.` : 'If it was you, all is well.';
}

function expiredHint({ purpose, handle }: LinkView): string {
  if (purpose === 'sign-in') return 'Ask for a new one.';
  if (purpose === 'claim')
    return handle ? `Claim ${handle} once more to get a new one.` : 'Claim your handle once more to get a new one.';
  if (purpose === 'delete-account') return 'Nothing has happened. Ask for a new one in your settings.';
  if (purpose === 'undo-email-change') return 'This change can no longer be undone.';
  if (isAboutAddress(purpose)) return 'Nothing has changed. Ask for a new one on your account page.';
  if (purpose === 'join-team') return `Ask for a new invitation to ${handle ?? 'the team'}.`;
  if (purpose === 'verify-member-inbox') return 'Send a new one from your team screen.';
  return 'Send a new one from your email screen.';
}

function nextStep({ purpose, state, handle, signedInAs, isSignedIn }: LinkView): MagicLinkText['next'] {
  if (purpose === 'join-team') {
    if (state === 'joined' && handle && isSignedIn)
      return { label: `Open ${handle}`, href: pages.manageHandle(handle) };
    if (isSignedIn || signedInAs) return { label: 'Open your handles', href: pages.manage() };
    return state === 'joined' || state === 'used'
      ? { label: 'Sign in', href: SIGN_IN }
      : { label: 'Go to Home', href: pages.home() };
  }
  if (state === 'closed' || state === 'waiting') return { label: 'Go to Home', href: pages.home() };
  if (isAboutAddress(purpose) && state !== 'invalid') {
    return state === 'restored' || purpose === 'undo-email-change'
      ? { label: 'Sign in', href: SIGN_IN }
      : { label: 'Go to your account', href: pages.profileSettings() };
  }
  if (purpose === 'delete-account' && state === 'expired') {
    return { label: 'Go to your settings', href: pages.profileSettings() };
  }
  if (purpose === 'delete-account' && state === 'used') return { label: 'Sign in', href: SIGN_IN };
  if (state === 'handle-gone') return { label: 'Choose another handle', href: pages.create() };
  if (purpose === 'verify-forwarding' && state !== 'invalid') {
    return { label: 'Go to email forwarding', href: pages.manageEmail() };
  }
  if (purpose === 'verify-member-inbox' && state !== 'invalid') {
    return { label: 'Go to your team', href: teamPages.team() };
  }
  if (purpose === 'claim' && state === 'expired') return { label: 'Get a new link', href: pages.create(handle) };
  if (purpose === 'claim' && state === 'used') return { label: 'Sign in', href: SIGN_IN };
  return { label: 'Get a new link', href: purpose === 'claim' ? pages.create() : SIGN_IN };
}
