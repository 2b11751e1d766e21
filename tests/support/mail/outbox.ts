import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import type { App } from '../server/app-process.ts';

export interface SentMail extends Email {
  /** File name without the extension. */
  id: string;
  envelope: { from: string; to: string };
  bytes: Buffer;
}

/** A cache by file name: tests poll the outbox, which grows with every email of a worker's tests. */
const envelopes = new Map<string, SentMail['envelope']>();

async function envelopeIn(file: string): Promise<SentMail['envelope']> {
  const known = envelopes.get(file);
  if (known) return known;
  const envelope = JSON.parse(await readFile(file, 'utf8')) as SentMail['envelope'];
  envelopes.set(file, envelope);
  return envelope;
}

/** Returns every email that a local app has sent to this inbox, oldest first. */
export async function mailsTo(app: App, to: string): Promise<SentMail[]> {
  const folder = path.join(app.dataDir, 'outbox');
  const names = await readdir(folder).catch(() => [] as string[]);
  const mails: SentMail[] = [];
  // The app writes the message after its envelope, so an envelope without a message was not sent.
  for (const name of names.filter((file) => file.endsWith('.eml')).sort()) {
    const id = name.slice(0, -'.eml'.length);
    const envelope = await envelopeIn(path.join(folder, `${id}.json`));
    if (envelope.to !== to) continue;
    const bytes = await readFile(path.join(folder, `${id}.eml`));
    mails.push({ ...(await PostalMime.parse(bytes)), id, envelope, bytes });
  }
  return mails;
}

/** Waits until `count` emails were sent to this inbox, and returns the newest. */
export async function nextMailTo(app: App, to: string, count = 1): Promise<SentMail> {
  return waitForMails(app, to, count, () => true);
}

async function waitForMails(app: App, to: string, count: number, isWanted: (mail: SentMail) => boolean) {
  for (const deadline = Date.now() + 100_000; Date.now() < deadline; await sleep(50)) {
    const mails = (await mailsTo(app, to)).filter(isWanted);
    const newest = mails.at(-1);
    if (newest && mails.length >= count) return newest;
  }
  throw new Error(`email number ${count} to ${to} was not sent`);
}

/** Returns the address of the magic link in an email. */
export function linkIn(mail: Pick<Email, 'text'>): string {
  const link = /https?:\/\/\S+\/link\/[\w-]+/.exec(mail.text ?? '')?.[0];
  if (!link) throw new Error(`no link in: ${mail.text}`);
  return link;
}

/** Waits until `count` sign-in emails were sent to this inbox, besides other emails, and returns the newest. */
export async function nextSignInMailTo(app: App, to: string, count = 1): Promise<SentMail> {
  return waitForMails(app, to, count, ({ subject }) => subject?.startsWith('Sign in to ') ?? false);
}

/** Waits until `count` emails that confirm a change were sent to this inbox, and returns the newest. */
export async function nextConfirmMailTo(app: App, to: string, count = 1): Promise<SentMail> {
  return waitForMails(app, to, count, ({ subject }) => subject?.startsWith('Confirm it is you ') ?? false);
}

/** Waits until `count` emails with a link were sent to this inbox, and returns the newest. */
export async function nextLinkMailTo(app: App, to: string, count = 1): Promise<SentMail> {
  return waitForMails(app, to, count, hasLink);
}

/** Returns whether an email has a magic link. */
export function hasLink({ text }: Pick<Email, 'text'>): boolean {
  return text?.includes('/link/') === true;
}

/** Returns the digits of the code in a sign-in email. */
export function codeIn(mail: Pick<Email, 'text'>): string {
  const code = /^(\d{3}) (\d{3})$/m.exec(mail.text ?? '');
  if (!code) throw new Error(`no code in: ${mail.text}`);
  return `${code[1]}${code[2]}`;
}
