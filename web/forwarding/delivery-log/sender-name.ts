import type { Delivery } from '../../../contract/delivery-log.ts';

/** Who a mail is from, for its reader: the author, and the envelope's sender where that is somebody else. */
export function describeSender({ author, sender }: Pick<Delivery, 'author' | 'sender'>): { from: string; by: string | null } {
  const from = author || sender || 'A notice without sender';
  if (author === '' || addressIn(author) === addressIn(sender)) return { from, by: null };
  return { from, by: sender === '' ? 'sent as a notice' : `sent by ${sender}` };
}

/** Whether a mail was sent from the inbox that it is forwarded to; a `+tag` and the case make no difference. */
export function isSentByOwner({ author, sender }: Pick<Delivery, 'author' | 'sender'>, inbox: string): boolean {
  const own = withoutTag(addressIn(inbox));
  return [author, sender].some((address) => withoutTag(addressIn(address)) === own);
}

/** The address by which to turn away whoever sent a mail: the author's, or else the envelope's; null where none can be read. */
export function blockableAddress({ author, sender }: Pick<Delivery, 'author' | 'sender'>): string | null {
  return [author, sender].map(addressIn).find((address) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(address)) ?? null;
}

/** The address in `Name <address>`, or the text itself; in small letters. */
function addressIn(text: string): string {
  return (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim().toLowerCase();
}

function withoutTag(address: string): string {
  return address.replace(/\+[^@]*@/, '@');
}
