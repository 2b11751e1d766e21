import * as z from 'zod/mini';

/**
 * The acts that a recent sign-in confirms, as the end of "Confirm that you want to ...". `on` precedes the address of a
 * handle.
 */
export const CONFIRMED_ACTS = {
  inbox: { text: 'set an inbox', on: 'for' },
  'remove-inbox': { text: 'stop forwarding mail', on: '' },
  'reply-mode': { text: 'change how replies are sent', on: 'from' },
  'app-password': { text: 'make an app password', on: 'for' },
  'invite-member': { text: 'invite somebody to the team', on: 'of' },
  'change-member': { text: 'change a member of the team', on: 'of' },
  'offer-handle': { text: 'hand over a handle', on: ':' },
  'accept-handle': { text: 'accept a handle', on: '' },
  'give-up-handle': { text: 'give up a handle', on: ':' },
  'change-address': { text: 'change your sign-in address', on: '' },
  'add-passkey': { text: 'add a passkey', on: '' },
  'remove-passkey': { text: 'remove a passkey', on: '' },
  'end-sessions': { text: 'sign out other devices', on: '' },
  export: { text: 'download your data', on: '' },
  'delete-account': { text: 'delete your account', on: '' },
  administer: { text: 'make a change as an administrator', on: '' },
} as const satisfies Record<string, { text: string; on: string }>;
export type ConfirmedAct = keyof typeof CONFIRMED_ACTS;

const ACTS = Object.keys(CONFIRMED_ACTS) as [ConfirmedAct, ...ConfirmedAct[]];

/** The act in an error with the code `recent_sign_in_required`. */
export const confirmedAct = z.enum(ACTS);

/**
 * Returns the text of an act, such as "set an inbox for acme@np.example". Uses the address because mail programs turn a
 * bare name with a dot into a link.
 */
export function confirmedActText(act: ConfirmedAct, address?: string): string {
  const { text, on } = CONFIRMED_ACTS[act];
  if (address === undefined || on === '') return text;
  return on === ':' ? text.replace('a handle', address) : `${text} ${on} ${address}`;
}
