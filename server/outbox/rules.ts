import PostalMime, { type Email } from 'postal-mime';
import { beginningOfMessage, listMessages, readMessage } from './store.ts';

export interface OutboxMail {
  id: string;
  /** When it left. */
  at: Date;
  /** Whom the envelope named; a header may say somebody else. */
  to: string;
  email: Email;
}

/** Enough for every header worth showing in a list, however large the mail is. */
const LISTED_BYTES = 64 * 1024;

/** The newest mails that left, newest first. */
export async function newestMails(folder: string, most: number): Promise<OutboxMail[]> {
  const mails: OutboxMail[] = [];
  // One by one: two hundred large mails at once would not fit in memory.
  for (const { id, at, to } of await listMessages(folder, most)) {
    mails.push({ id, at, to, email: await read(headerOf(await beginningOfMessage(folder, id, LISTED_BYTES))) });
  }
  return mails;
}

/** One mail with the bytes that left, or null. */
export async function mailById(folder: string, id: string): Promise<{ email: Email; source: Buffer } | null> {
  const source = await readMessage(folder, id);
  return source && { email: await read(source), source };
}

/** A mail as its parser reads it. Anybody may send what no parser follows to the end: then its header must do. */
async function read(source: Buffer): Promise<Email> {
  return PostalMime.parse(source)
    .catch(() => PostalMime.parse(headerOf(source.subarray(0, LISTED_BYTES))))
    .catch(() => PostalMime.parse(''));
}

function headerOf(source: Buffer): Buffer {
  const end = source.indexOf('\r\n\r\n');
  return end < 0 ? source : source.subarray(0, end + 4);
}
