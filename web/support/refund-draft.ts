import { formatUtcDay } from '../../contract/dates.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { GUARANTEE_DAYS } from '../../contract/payments/paid-years.ts';

export type Topic = 'question' | 'refund';
export const TOPICS: Record<Topic, string> = { question: 'A question or a problem', refund: 'Refund' };

/** Returns the subject and the text that the form starts with. */
export function draftOf(topic: Topic, handle: Handle | undefined): { subject: string; text: string } {
  if (topic === 'question') return { subject: '', text: '' };
  return {
    subject: handle ? `Refund of ${handle.handle}` : 'Refund',
    text: 'Please return my payment. I know that I give up what I paid for.',
  };
}

/** Returns a note about refunds for this handle; undefined while no handle is chosen. */
export function refundNote(handle: Handle | undefined, now = new Date()): string | undefined {
  if (!handle) return undefined;
  const { handle: name, refundUntil } = handle;
  if (refundUntil === undefined) return `You have no payment for ${name} that can be returned.`;
  const day = formatUtcDay(refundUntil);
  if (new Date(refundUntil) <= now) return `The ${GUARANTEE_DAYS} days of the guarantee of ${name} ended on ${day}.`;
  return `Until ${day}, you can get the full amount back. You then give up ${name}, or only the year if you had renewed it.`;
}
