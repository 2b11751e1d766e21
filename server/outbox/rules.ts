import PostalMime, { type Email } from 'postal-mime';
import { listMessages, readMessage } from './store.ts';

export interface OutboxMail {
  id: string;
  /** When it left. */
  at: Date;
  /** Whom the envelope named; a header may say somebody else. */
  to: string;
  email: Email;
}

/** The newest mails that left, newest first. */
export async function newestMails(folder: string, most: number): Promise<OutboxMail[]> {
  const files = await listMessages(folder, most);
  return Promise.all(
    files.map(async ({ id, at, to }) => {
      const message = await readMessage(folder, id);
      return { id, at, to, email: await PostalMime.parse(message ?? '') };
    }),
  );
}

/** One mail with the bytes that left, or null. */
export async function mailById(folder: string, id: string): Promise<{ email: Email; source: Buffer } | null> {
  const source = await readMessage(folder, id);
  return source && { email: await PostalMime.parse(source), source };
}
