import PostalMime, { type Email } from 'postal-mime';
import { listMessages, readMessage, readMessageStart } from './store.ts';

export interface OutboxMessage {
  id: string;
  /** Time at which the message was sent. */
  at: Date;
  /** The envelope recipient, which may differ from the header. */
  to: string;
  email: Email;
}

/** Enough for the header of any message worth listing. */
const LISTED_BYTES = 64 * 1024;

/** Returns the newest messages, newest first. */
export async function newestMessages(folder: string, max: number): Promise<OutboxMessage[]> {
  const messages: OutboxMessage[] = [];
  // One after the other, because 200 large messages together would not fit in memory.
  for (const { id, at, to } of await listMessages(folder, max)) {
    messages.push({ id, at, to, email: await parse(headerOf(await readMessageStart(folder, id, LISTED_BYTES))) });
  }
  return messages;
}

/** Returns a message with its source, or null if it does not exist. */
export async function findMessage(folder: string, id: string): Promise<{ email: Email; source: Buffer } | null> {
  const source = await readMessage(folder, id);
  return source && { email: await parse(source), source };
}

/** Returns the HTML part with the PNG pictures that the email carries as data: URLs. */
export function htmlWithPictures({ html = '', attachments }: Email): string {
  return attachments.reduce((shown, { contentId, mimeType, content }) => {
    if (!contentId || mimeType !== 'image/png' || typeof content === 'string') return shown;
    const address = `data:image/png;base64,${Buffer.from(content as ArrayBuffer).toString('base64')}`;
    return shown.replaceAll(`cid:${contentId.replace(/^<|>$/g, '')}`, address);
  }, html);
}

/** Parses a message. Falls back to its header, and then to an empty message, if the parser rejects it. */
async function parse(source: Buffer): Promise<Email> {
  return PostalMime.parse(source)
    .catch(() => PostalMime.parse(headerOf(source.subarray(0, LISTED_BYTES))))
    .catch(() => PostalMime.parse(''));
}

function headerOf(source: Buffer): Buffer {
  const end = source.indexOf('\r\n\r\n');
  return end < 0 ? source : source.subarray(0, end + 4);
}
