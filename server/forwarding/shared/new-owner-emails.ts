import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import { type Email, handleInSubject } from '../../emails/shared/email.ts';
import { type MailAfterTransfer, mailAfterTransferTexts } from './mail-after-transfer.ts';

/** What differs between the emails about handles that have a new owner. */
interface Moved {
  to: string;
  handle: string;
  /** The sentence about who gave the handle to whom. */
  event: string;
  /** What follows the sentences that all of these emails share. */
  next?: string[];
  notes: string[];
}

function movedEmail(
  site: Site,
  { to, handle, notes }: Moved,
  subject: string,
): Omit<Email, 'preheader' | 'heading' | 'body'> {
  const button = { label: 'Open your handles', url: site.origin + pages.manage() };
  return { to, subject, handle: { name: handle, shownAs: 'page' }, button, notes };
}

/** Informs the former owner of a handle that it has a new owner. */
export function lostHandleEmail(site: Site, moved: Moved & { reason: string }): Email {
  return {
    ...movedEmail(site, moved, `${handleInSubject(moved.handle, 'Your handle')} on ${site.host} has a new owner`),
    preheader: `${moved.reason}, and your access has ended.`,
    heading: 'It has a new owner',
    body: [
      `${moved.event} You no longer have access to the handle.`,
      'Forwarding to your inbox has ended. Your contacts, your delivery log, your app passwords and your automatic reply for this address are deleted.',
      ...(moved.next ?? []),
    ],
  };
}

/** Informs the new owner of a handle about it and its mail. */
export function gainedHandleEmail(site: Site, moved: Moved & { mail: MailAfterTransfer | undefined }): Email {
  const { preheader, text } = mailAfterTransferTexts(site, moved.handle, moved.mail);
  return {
    ...movedEmail(site, moved, `${handleInSubject(moved.handle, 'A handle')} on ${site.host} is yours`),
    preheader,
    heading: 'It is yours',
    body: [moved.event, text, ...(moved.next ?? [])],
  };
}
