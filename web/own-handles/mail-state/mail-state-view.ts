import {
  CircleAlert,
  CircleCheck,
  CircleOff,
  CirclePause,
  Hourglass,
  type LucideIcon,
  MailWarning,
  MailX,
} from 'lucide-react';
import type { MailState } from '../../../contract/forwarding/mail-state.ts';
import type { Tone } from '../../ui/badge.tsx';

export interface MailStateView {
  label: string;
  Icon: LucideIcon;
  tone: Tone;
  /** The colour of the text; green only if mail works. */
  text: string;
}

const danger = { tone: 'danger', text: 'text-danger' } as const;
const warning = { tone: 'warning', text: 'text-warning' } as const;
const neutral = { tone: 'neutral', text: 'text-soft' } as const;

/** How each state of a handle's mail is shown. */
export const MAIL_STATE_VIEWS: Record<MailState['state'], MailStateView> = {
  works: { label: 'Mail arrives', Icon: CircleCheck, tone: 'success', text: 'text-success' },
  none: { label: 'No inbox yet', Icon: CircleOff, ...neutral },
  unverified: { label: 'Waiting for verification', Icon: Hourglass, ...warning },
  unverifiable: { label: 'Verification refused', Icon: MailX, ...danger },
  refuses: { label: 'Inbox refuses mail', Icon: MailX, ...danger },
  stopped: { label: 'Stopped by the inbox', Icon: MailWarning, ...danger },
  paused: { label: 'Forwarding is off', Icon: CirclePause, ...neutral },
  suspended: { label: 'Mail is refused', Icon: CircleAlert, ...danger },
};
