import type { Delivery, DeliveryEvent } from '../../../../contract/forwarding/delivery-log.ts';
import type { Tone } from '../../../ui/badge.tsx';

/** The outcome of a message at one of several inboxes. */
export interface InboxOutcome {
  inbox: string;
  label: string;
  tone: Tone;
}

const OF_ONE_INBOX = new Set<DeliveryEvent['step']>(['tried', 'queued', 'delivered', 'failed']);

/** Returns the name of an inbox: that of the handle, or of a member by the address of the account. */
export function inboxName(inbox: DeliveryEvent['inbox']): string {
  if (inbox === undefined) return 'inbox of the handle';
  return inbox === null ? 'inbox of a former member' : `inbox of ${inbox}`;
}

/** Returns the outcome of a message at each of its inboxes; nothing if it went only to the inbox of the handle. */
export function inboxOutcomes({ events }: Delivery): InboxOutcome[] {
  const last = new Map<DeliveryEvent['inbox'], DeliveryEvent>();
  for (const event of events) if (OF_ONE_INBOX.has(event.step)) last.set(event.inbox, event);
  if ([...last.keys()].every((inbox) => inbox === undefined)) return [];
  return [...last].map(([inbox, event]) => ({ inbox: inboxName(inbox), ...outcomeOf(event) }));
}

function outcomeOf({ step, final, code = 0 }: DeliveryEvent): Pick<InboxOutcome, 'label' | 'tone'> {
  if (step === 'delivered') {
    return final === false ? { label: 'Handed to the relay', tone: 'info' } : { label: 'Delivered', tone: 'success' };
  }
  if (step === 'failed' || (step === 'tried' && code >= 500)) return { label: 'Refused', tone: 'danger' };
  return { label: 'Waiting', tone: 'warning' };
}
