import { EMAIL_UNDO_DAYS } from '../../contract/accounts/email-change.ts';
import type { LinkView } from '../../contract/accounts/link-view.ts';
import type { Site } from '../../contract/documents.ts';

/** The page of a link about the sign-in address, before the link is used. `refusal` is the label of the button that refuses. */
export interface ChangeText {
  title: string;
  text: string;
  /** Label of the button that uses the link; without it, only the refusal is offered. */
  action?: string;
  refusal?: string;
}

/** Returns the texts of the page that confirms or undoes a change of the sign-in address. */
export function changeText(site: Site, { purpose, emailChange }: LinkView): ChangeText {
  const { from = 'your old address', to = 'your new address', isConfirmed = false } = emailChange ?? {};
  if (purpose === 'undo-email-change') {
    return {
      title: `Sign in as ${from} again`,
      text: `${from} becomes the sign-in address again. All devices are signed out, and everything added since the change was requested is removed: passkeys, app passwords, offers of your handles, and inboxes at the new address.`,
      action: 'Undo the change',
    };
  }
  if (purpose === 'confirm-new-email') {
    return {
      title: `Use ${to} to sign in`,
      text: `From then on, ${to} signs in to the account ${from} on ${site.host}, with everything in it. Confirm only if this account is yours.`,
      action: 'Confirm',
    };
  }
  if (isConfirmed) {
    return {
      title: `Stop the change to ${to}`,
      text: `Someone used a passkey of your account to change its sign-in address to ${to}. The address changes as soon as ${to} confirms. If this was not you, stop the change here.`,
      refusal: 'Stop the change',
    };
  }
  return {
    title: `Sign in as ${to} from now on?`,
    text: `Once ${to} has also confirmed, ${from} no longer signs in to your account, and all devices are signed out. ${from} can undo the change for ${EMAIL_UNDO_DAYS} days.`,
    action: 'Change the address',
    refusal: 'Refuse the change',
  };
}

/** Returns the title and the text for a change that was confirmed, stopped or undone. */
export function endedChangeText({
  emailChange,
}: LinkView): Record<
  'half-confirmed' | 'changed' | 'stopped' | 'restored' | 'address-taken',
  [title: string, text: string]
> {
  const { from = 'the old address', to = 'the new address', waitsFor } = emailChange ?? {};
  const other = waitsFor === 'old' ? from : to;
  return {
    'half-confirmed': [
      'Confirmed. One more to go',
      `Now open the link that we sent to ${other}. The sign-in address changes once both addresses have confirmed.`,
    ],
    changed: [
      `You sign in as ${to} now`,
      `All devices were signed out, except perhaps this browser. For ${EMAIL_UNDO_DAYS} days, the old address can undo the change with the link that we emailed to it.`,
    ],
    stopped: ['This change was stopped', 'The sign-in address stays as it is. Nothing more will happen.'],
    restored: [
      'The change was undone',
      `${from} is the sign-in address again, and all devices were signed out. Sign in and check your passkeys, your inboxes and your teams.`,
    ],
    'address-taken': [
      'This address already has an account',
      `${to} belongs to another account, so the sign-in address stays as it is. Choose another address, or change the address of that account first.`,
    ],
  };
}
