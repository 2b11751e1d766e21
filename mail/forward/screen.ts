import { hasOneAuthor } from '../authenticate/from-field.ts';
import { rejectLoops } from '../filter/loops.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import { bouncesOnly, repliesOnly } from '../smtp-in/checks/recipient.ts';
import type { Job } from './job.ts';

/** Rejects malformed messages, misuse of return addresses and loops. */
export function screen({ message: { head }, transaction }: Job, hostname: string): void {
  if (!hasOneAuthor(head)) {
    throw new SmtpReplyError(550, '5.6.0', 'The message must have exactly one From field, of 16 KB at most');
  }
  // RCPT accepts every sender, for sender verification and responders. Only responders may send a message.
  if (transaction.from !== '' && transaction.recipients.some(({ kind }) => kind === 'bounce')) {
    throw bouncesOnly();
  }
  // The reply pipeline has already handled replies from owners. Other mail, such as mail between two handles, must not
  // use a reply address.
  if (transaction.recipients.some(({ kind }) => kind === 'reply')) throw repliesOnly();
  const recipients = transaction.recipients.map((recipient) => recipient.address);
  rejectLoops(head, hostname, recipients);
}
