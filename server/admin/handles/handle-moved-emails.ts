import type { Site } from '../../../contract/documents.ts';
import { pages } from '../../../contract/paths.ts';
import { type EmailComposers, handleInSubject } from '../../emails/shared/email.ts';
import { type MailAfterTransfer, mailAfterTransferTexts } from '../../forwarding/shared/mail-after-transfer.ts';

/** Tells an owner that an administrator gave a handle to another account, or gave it to them. */
export type HandleMovedEmail =
  | { kind: 'handle-taken'; to: string; handle: string }
  | { kind: 'handle-assigned'; to: string; handle: string; mail?: MailAfterTransfer };

/** The emails about handles whose owner an administrator changed. Neither names the other owner. */
export function handleMovedEmails({ site }: { site: Site }): EmailComposers<HandleMovedEmail> {
  const button = { label: 'Open your handles', url: site.origin + pages.manage() };
  const contact = `If you do not know why, write to postmaster@${site.mailDomain}.`;
  return {
    'handle-taken': (_db, { to, handle }) => ({
      to,
      subject: `${handleInSubject(handle, 'Your handle')} on ${site.host} has a new owner`,
      preheader: 'An administrator gave it to another account, and your access has ended.',
      heading: 'It has a new owner',
      handle: { name: handle, shownAs: 'page' },
      body: [
        `An administrator gave ${site.host}/${handle} and ${handle}@${site.mailDomain} to another account. You have no access to the handle any more.`,
        'Forwarding to your inbox has ended. Your contacts, your delivery log, your app passwords and your automatic reply for this address are deleted.',
      ],
      button,
      notes: [contact],
    }),
    'handle-assigned': (_db, { to, handle, mail }) => {
      const { preheader, text } = mailAfterTransferTexts(site, handle, mail);
      return {
        to,
        subject: `${handleInSubject(handle, 'A handle')} on ${site.host} is yours`,
        preheader,
        heading: 'It is yours',
        handle: { name: handle, shownAs: 'page' },
        body: [
          `An administrator gave you ${site.host}/${handle} and ${handle}@${site.mailDomain}.`,
          text,
          'Look at its page and its team as well: both may be as an earlier owner left them.',
        ],
        button,
        notes: [contact],
      };
    },
  };
}
