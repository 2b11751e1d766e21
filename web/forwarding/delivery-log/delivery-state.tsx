import { Ban, CircleCheck, Forward, Hourglass, type LucideIcon, Send, Trash2, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Delivery, DeliveryState } from '../../../contract/delivery-log.ts';
import type { Tone } from '../../ui/badge.tsx';
import { isForNow } from './event-text.ts';
import { untilThen } from './format-time.ts';

interface Look {
  /** The words for it, in a list of states too. */
  words: string;
  icon: LucideIcon;
  tone: Tone;
}

export const LOOKS: Record<DeliveryState, Look> = {
  'under-way': { words: 'On its way', icon: Send, tone: 'info' },
  delivered: { words: 'Delivered', icon: CircleCheck, tone: 'success' },
  'handed-on': { words: 'Handed to the relay', icon: Forward, tone: 'info' },
  queued: { words: 'Waiting', icon: Hourglass, tone: 'warning' },
  refused: { words: 'Refused', icon: Ban, tone: 'danger' },
  dropped: { words: 'Dropped', icon: Trash2, tone: 'neutral' },
  returned: { words: 'Came back', icon: Undo2, tone: 'danger' },
};

/** Each tone as text on a card. */
export const TONE_TEXT: Record<Tone, string> = {
  neutral: 'text-soft',
  accent: 'text-accent',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
  info: 'text-info',
};
const TICK = 15_000;

/** The state of a mail in words; of one that waits, also when it is tried next. */
export function StateText({ delivery }: { delivery: Delivery }) {
  const nextAt = delivery.state === 'queued' ? delivery.events.findLast((event) => event.nextAt)?.nextAt : undefined;
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (!nextAt) return;
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), TICK);
    return () => clearInterval(timer);
  }, [nextAt]);
  if (delivery.state === 'refused' && delivery.events.some(isForNow)) return 'Refused for now: to be sent again';
  const { words } = LOOKS[delivery.state];
  return nextAt ? `${words}, next try ${untilThen(nextAt, now)}` : words;
}
