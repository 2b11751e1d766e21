import type { AddressSave, SavedAddress } from './save-address.ts';

/** What a popup says; a failed address can be tried again as it was typed. */
export interface PopupText {
  tone: 'success' | 'error';
  message: string;
  /** Over a success; left out, mail is on its way. */
  title?: string;
  isMailed?: boolean;
  retry?: AddressSave;
}

/** What became of the address: mail is sent only where an inbox still has to give its word. */
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
