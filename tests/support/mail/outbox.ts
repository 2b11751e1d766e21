import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import type { App } from '../server/app-process.ts';

export interface LeftMail extends Email {
  /** Name of its file, without the ending. */
  id: string;
  envelope: { from: string; to: string };
  bytes: Buffer;
}

/** Every mail that left a local app for this inbox so far, oldest first. */
export async function mailsTo(app: App, to: string): Promise<LeftMail[]> {
  const folder = path.join(app.dataDir, 'outbox');
  const names = await readdir(folder).catch(() => [] as string[]);
  const mails: LeftMail[] = [];
  // The message is put in place last: an envelope alone is a delivery that never came to be.
  for (const name of names.filter((file) => file.endsWith('.eml')).sort()) {
    const id = name.slice(0, -'.eml'.length);
    const envelope = JSON.parse(await readFile(path.join(folder, `${id}.json`), 'utf8')) as LeftMail['envelope'];
    if (envelope.to !== to) continue;
    const bytes = await readFile(path.join(folder, `${id}.eml`));
    mails.push({ ...(await PostalMime.parse(bytes)), id, envelope, bytes });
  }
  return mails;
}

/** Waits until `count` mails have left for this inbox and answers the newest. */
export async function nextMailTo(app: App, to: string, count = 1): Promise<LeftMail> {
  for (const deadline = Date.now() + 100_000; Date.now() < deadline; await sleep(50)) {
    const mails = await mailsTo(app, to);
    const newest = mails.at(-1);
    if (newest && mails.length >= count) return newest;
  }
  throw new Error(`mail number ${count} to ${to} never left`);
}

/** The address of the mailed link in a letter of ours. */
export function linkIn(mail: Pick<Email, 'text'>): string {
  const link = /https?:\/\/\S+\/link\/[\w-]+/.exec(mail.text ?? '')?.[0];
  if (!link) throw new Error(`no link in: ${mail.text}`);
  return link;
}
