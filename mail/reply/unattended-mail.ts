import { type AutomaticKind, automaticMark } from '../message/automatic/automatic-mail.ts';

/**
 * Excludes answers to invitations, which people send, and `program`, because some people write through services for
 * programs.
 */
const UNATTENDED = new Set<AutomaticKind>(['delivery-report', 'disposition-notification', 'automatic-answer', 'bulk']);

/**
 * Returns whether an inbox sent a message automatically, as it does to every author; such mail must not leave from the
 * handle (RFC 3834 2).
 */
export function isSentByInbox(head: Buffer, sender: string): boolean {
  const mark = automaticMark(head);
  return sender === '' || (mark !== null && UNATTENDED.has(mark.kind));
}
