import { useEffect, useState } from 'react';
import { BLOCKED_SENDER_TEXT } from '../../../../contract/forwarding/blocked-sender.ts';
import type { Delivery, DeliveryEvent } from '../../../../contract/forwarding/delivery-log.ts';
import type { Tone } from '../../../ui/badge.tsx';
import { STATE_DISPLAY } from './delivery-state.ts';
import { formatTimeUntil } from './format-time-until.ts';

/** The text colour of each tone. */
export const TONE_TEXT: Record<Tone, string> = {
  neutral: 'text-soft',
  accent: 'text-accent',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
  info: 'text-info',
};
const CLOCK_INTERVAL_MS = 15_000;

/** Reports whether a refusal is temporary (4xx). */
export function isTemporaryRefusal({ step, code = 0 }: DeliveryEvent): boolean {
  return step === 'refused' && code >= 400 && code < 500;
}

/** Returns who refused a message to a handle, or undefined if that is not known or it was not refused. */
export function refusedBy({ state, direction, events }: Delivery): string | undefined {
  if (state !== 'refused' || direction === 'sent') return undefined;
  const isRefusal = ({ step, code = 0 }: DeliveryEvent) => step === 'tried' && code >= 500;
  if (events.some(isRefusal)) return 'Refused by the inbox';
  const isBlocked = events.some(({ step, words }) => step === 'refused' && words?.includes(BLOCKED_SENDER_TEXT));
  return isBlocked ? 'Refused, the sender is blocked' : undefined;
}

/** The label of a message's state, with the time of the next attempt if it is queued. */
export function StateText({ delivery }: { delivery: Delivery }) {
  const nextAt = delivery.state === 'queued' ? delivery.events.findLast((event) => event.nextAt)?.nextAt : undefined;
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (!nextAt) return;
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), CLOCK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [nextAt]);
  if (delivery.state === 'refused' && delivery.events.some(isTemporaryRefusal)) {
    return delivery.direction === 'sent' ? 'Refused for now' : 'Refused for now, the sender may try again';
  }
  const label = refusedBy(delivery) ?? STATE_DISPLAY[delivery.state].label;
  return nextAt ? `${label}, next try ${formatTimeUntil(nextAt, now)}` : label;
}
