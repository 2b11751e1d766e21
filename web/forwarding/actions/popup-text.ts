import type { AddressSave, SavedAddress } from './save-address.ts';

/** The text of a popup. `retry` reopens the address dialog with the typed address. */
export interface PopupText {
  tone: 'success' | 'error';
  message: string;
  /** The title of a success popup, "Check your inbox" by default. */
  title?: string;
  isMailed?: boolean;
  retry?: AddressSave;
}

/** Describes a saved address. The server sends a verification mail only to an unverified inbox. */
export function savedText({ active, updated, forwarding_email: email }: SavedAddress): PopupText {
  if (active === 1 && !updated) {
    return {
      tone: 'success',
      title: 'Nothing to change',
      message: 'Mail already goes to this address.',
      isMailed: false,
    };
  }
  if (active === 1) {
    const message = `Mail goes to ${email} again. This inbox is verified already, so there is nothing to confirm.`;
    return { tone: 'success', title: 'Email forwarding updated!', message, isMailed: false };
  }
  return {
    tone: 'success',
    message: updated
      ? 'Email forwarding updated! Check your new email for the verification link.'
      : 'Check your email for the verification link to activate the magic!',
  };
}
