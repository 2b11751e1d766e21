import MailComposer from 'nodemailer/lib/mail-composer';
import { literalText } from '../message/mailbox.ts';
import type { Thread } from './thread.ts';

/** An automatic reply before it is encoded. */
export interface ReplyText {
  id: string;
  /** The address of the handle, and the name shown with it; the name may be empty. */
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  thread: Thread;
  at: Date;
}

/**
 * Composes an automatic reply (RFC 3834 3) with CRLF line ends. To is a bare address, so that the header repeats no
 * name chosen by a stranger. `Precedence: bulk` stops responders that do not know Auto-Submitted from replying (RFC
 * 3834 3.1.8).
 */
export async function composeAutoReply({ id, from, to, subject, text, thread, at }: ReplyText): Promise<Buffer> {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const composer = new MailComposer({
    from: { name: literalText(oneLine(from.name)), address: from.address },
    // An object, because a string would be parsed and could be read as a list or a group of addresses.
    to: { name: '', address: to },
    subject: literalText(oneLine(subject)),
    text: `${text.trimEnd()}\n`,
    date: at,
    messageId: `<${id}@${domain}>`,
    ...(thread.inReplyTo !== '' && { inReplyTo: thread.inReplyTo, references: thread.references }),
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All', Precedence: 'bulk' },
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
