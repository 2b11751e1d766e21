import type { Site } from '../../../contract/documents.ts';
import type { EmailComposers } from '../../emails/shared/email.ts';
import type { MailAfterTransfer } from '../../forwarding/shared/mail-after-transfer.ts';
import { gainedHandleEmail, lostHandleEmail } from '../../forwarding/shared/new-owner-emails.ts';

/** Notifies an owner that an administrator gave a handle to another account, or gave it to them. */
export type HandleMovedEmail =
  | { kind: 'handle-taken'; to: string; handle: string }
  | { kind: 'handle-assigned'; to: string; handle: string; mail?: MailAfterTransfer };

/** Composes the emails about handles whose owner an administrator changed. Neither mentions the other owner. */
export function handleMovedEmails({ site }: { site: Site }): EmailComposers<HandleMovedEmail> {
  const notes = [`If you do not know why, write to postmaster@${site.mailDomain}.`];
  const given = (handle: string) => `${site.host}/${handle} and ${handle}@${site.mailDomain}`;
  return {
    'handle-taken': (_db, { to, handle }) => {
      const event = `An administrator gave ${given(handle)} to another account.`;
      return lostHandleEmail(site, { to, handle, event, reason: 'An administrator gave it to another account', notes });
    },
    'handle-assigned': (_db, { to, handle, mail }) => {
      const event = `An administrator gave you ${given(handle)}.`;
      const next = ['Check its page and its team as well: both may be as an earlier owner left them.'];
      return gainedHandleEmail(site, { to, handle, event, mail, next, notes });
    },
  };
}
