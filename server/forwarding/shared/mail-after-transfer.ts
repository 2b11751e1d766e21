import { formatUtcTime } from '../../../contract/dates.ts';
import type { Site } from '../../../contract/documents.ts';

/**
 * What happens to mail once a handle has a new owner: it goes to an inbox, given by its masked address, or waits at its
 * senders until a time. Stored in the orders of emails.
 */
export type MailAfterTransfer = { inbox: string } | { waitsUntil: string };

/** Returns the texts about the mail for the new owner. `mail` is missing in emails that an older release ordered. */
export function mailAfterTransferTexts({ mailDomain }: Site, handle: string, mail: MailAfterTransfer | undefined) {
  const address = `${handle}@${mailDomain}`;
  if (mail === undefined) {
    return {
      preheader: 'Verify an inbox: until then, mail to the address is rejected.',
      text: `Mail to ${address} is rejected until you verify an inbox.`,
    };
  }
  if ('inbox' in mail) {
    return {
      preheader: 'Its mail goes to the inbox that you verified as a member of its team.',
      text: `Mail to ${address} goes to ${mail.inbox}, the inbox that you verified as a member of its team. You can choose another one.`,
    };
  }
  const until = formatUtcTime(new Date(mail.waitsUntil));
  return {
    preheader: `Add an inbox: mail to the address waits at its senders until ${until}.`,
    text: `Add an inbox for ${address} now. Mail waits at its senders until ${until}; after that it is rejected until you have verified an inbox.`,
  };
}
