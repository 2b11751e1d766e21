import { type AutomaticKind, automaticMark } from '../message/automatic/automatic-mail.ts';

/** People answer invitations, and some write through services for programs. */
const UNATTENDED = new Set<AutomaticKind>(['delivery-report', 'disposition-notification', 'automatic-answer', 'bulk']);

/** Whether an inbox sent a message by itself, as it does to every author; such mail must not leave from the handle (RFC 3834 2). */
export function isSentByInbox(head: Buffer, sender: string): boolean {
  const mark = automaticMark(head);
  return sender === '' || (mark !== null && UNATTENDED.has(mark.kind));
}
