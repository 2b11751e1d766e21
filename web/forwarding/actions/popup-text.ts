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
export function savedText(saved: SavedAddress, { handle, record }: Pick<AddressSave, 'handle' | 'record'>): PopupText {
  const { active, updated, forwarding_email: email } = saved;
  if (active === 1 && !updated) return unchangedText(saved, { handle, record });
  if (active === 1) {
    const message = `Mail goes to ${email} again. This inbox is already verified, so there is nothing to confirm.`;
    return { tone: 'success', title: 'Email forwarding updated!', message, isMailed: false };
  }
  return {
    tone: 'success',
    message: updated
      ? 'Email forwarding updated! Check your new email for the verification link.'
      : 'Check your email for the verification link to activate the magic!',
  };
}

/** Describes saving the same verified address again, which retries an inbox that got no mail. */
function unchangedText(saved: SavedAddress, { handle, record }: Pick<AddressSave, 'handle' | 'record'>): PopupText {
  const popup = { tone: 'success', isMailed: false } as const;
  if (!saved.isActive) {
    return {
      ...popup,
      title: 'Forwarding is off',
      message: 'This inbox is already verified. Switch forwarding on to send mail there.',
    };
  }
  if (saved.deliveringTo !== null && (record?.deliveringTo === null || handle.mail.state === 'refuses')) {
    return { ...popup, title: 'Trying this inbox again', message: `Mail goes to ${saved.deliveringTo} again.` };
  }
  if (saved.deliveringTo === null) {
    return { ...popup, title: 'Nothing to change', message: 'This is already the inbox, but no mail goes there now.' };
  }
  return { ...popup, title: 'Nothing to change', message: 'Mail already goes to this address.' };
}
