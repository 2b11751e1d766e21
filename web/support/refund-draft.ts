import { formatUtcDay } from '../../contract/dates.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { GUARANTEE_DAYS } from '../../contract/payments/paid-years.ts';

export type Topic = 'question' | 'refund';
export const TOPICS: Record<Topic, string> = { question: 'A question or a problem', refund: 'Refund' };

/** What the form says before anything is typed. */
export function draftOf(topic: Topic, handle: Handle | undefined): { subject: string; text: string } {
  if (topic === 'question') return { subject: '', text: '' };
  return {
    subject: handle ? `Refund of ${handle.handle}` : 'Refund',
    text: 'Please return my payment. I know that I give up what I paid for.',
  };
}

/** What becomes of a refund of this handle; undefined while no handle is chosen. */
export function refundNote(handle: Handle | undefined, now = new Date()): string | undefined {
  if (!handle) return undefined;
  const { handle: name, refundUntil } = handle;
  if (refundUntil === undefined) return `We have no payment of yours for ${name} that can be returned.`;
  const day = formatUtcDay(refundUntil);
  if (new Date(refundUntil) <= now) return `The ${GUARANTEE_DAYS} days of the guarantee of ${name} ended on ${day}.`;
  return `Until ${day} you get the full amount back. You then give up ${name}, or the year if you had renewed it.`;
}
