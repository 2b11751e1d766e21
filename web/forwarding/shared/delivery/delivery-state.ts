import { Ban, CircleCheck, Forward, Hourglass, type LucideIcon, Send, Trash2, Undo2 } from 'lucide-react';
import type { DeliveryState } from '../../../../contract/forwarding/delivery-log.ts';
import type { Tone } from '../../../ui/badge.tsx';

interface StateDisplay {
  label: string;
  icon: LucideIcon;
  tone: Tone;
}

export const STATE_DISPLAY: Record<DeliveryState, StateDisplay> = {
  'under-way': { label: 'On its way', icon: Send, tone: 'info' },
  delivered: { label: 'Delivered', icon: CircleCheck, tone: 'success' },
  'handed-on': { label: 'Handed to the relay', icon: Forward, tone: 'info' },
  queued: { label: 'Waiting', icon: Hourglass, tone: 'warning' },
  refused: { label: 'Refused', icon: Ban, tone: 'danger' },
  dropped: { label: 'Dropped', icon: Trash2, tone: 'neutral' },
  returned: { label: 'Returned', icon: Undo2, tone: 'danger' },
};
