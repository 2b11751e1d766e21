import type { Delivery } from '../../../contract/forwarding/delivery-log.ts';

/** Returns the author of a message, and the envelope sender if it differs. */
export function describeSender({ author, sender }: Pick<Delivery, 'author' | 'sender'>): {
  from: string;
  via: string | null;
} {
  const from = author || sender || 'A notice without a sender';
  if (author === '' || addressIn(author) === addressIn(sender)) return { from, via: null };
  return { from, via: sender === '' ? 'sent as a notice' : `sent by ${sender}` };
}

/** Reports whether a message was sent from the inbox that it is forwarded to, ignoring case and a `+tag`. */
export function isSentByOwner({ author, sender }: Pick<Delivery, 'author' | 'sender'>, inbox: string): boolean {
  const own = withoutTag(addressIn(inbox));
  return [author, sender].some((address) => withoutTag(addressIn(address)) === own);
}

/** Returns the address to block: the author's or else the envelope sender's; null if neither can be parsed. */
export function blockableAddress({ author, sender }: Pick<Delivery, 'author' | 'sender'>): string | null {
  return [author, sender].map(addressIn).find((address) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(address)) ?? null;
}

/** Returns the address in `Name <address>`, or else the text itself, in lower case. */
function addressIn(text: string): string {
  return (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim().toLowerCase();
}

function withoutTag(address: string): string {
  return address.replace(/\+[^@]*@/, '@');
}
