import { Circle, CircleCheck, CircleDot, Scale, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CaseAction, CaseDecision, CaseState } from '../../../contract/page-reports/cases.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

const STATES: Record<CaseState, { label: string; tone: Tone; icon: ReactNode }> = {
  open: { label: 'Open', tone: 'warning', icon: <CircleDot aria-hidden /> },
  appealed: { label: 'Appeal', tone: 'warning', icon: <Scale aria-hidden /> },
  upheld: { label: 'Upheld', tone: 'danger', icon: <TriangleAlert aria-hidden /> },
  confirmed: { label: 'Upheld after appeal', tone: 'danger', icon: <TriangleAlert aria-hidden /> },
  reversed: { label: 'Reversed', tone: 'success', icon: <CircleCheck aria-hidden /> },
  dismissed: { label: 'Dismissed', tone: 'neutral', icon: <Circle aria-hidden /> },
};

/** The effect of a decision, in the past tense. */
export const DONE: Record<CaseAction, string> = {
  suspend: 'handle suspended',
  'hide-block': 'block hidden',
  ask: 'owner asked to change it',
};

export const ACTIONS: Record<CaseDecision['action'], { label: string; effect: string; owner: string }> = {
  dismiss: {
    label: 'Dismiss',
    effect: 'The page stays as it is.',
    owner: '',
  },
  ask: {
    label: 'Ask the owner to change the page',
    effect: 'The page stays for now. The owner can appeal.',
    owner: 'Please remove … from your page within seven days. It breaks our terms because …',
  },
  'hide-block': {
    label: 'Hide a block',
    effect: 'Visitors no longer see the block. The owner can appeal.',
    owner: 'We have hidden a part of your page. It breaks our terms because …',
  },
  suspend: {
    label: 'Suspend the handle',
    effect: 'The page and its mail stop immediately. The owner can appeal.',
    owner: 'We have suspended your handle. It breaks our terms because …',
  },
};

/** The state of a case as a badge. */
export function StateBadge({ state }: { state: CaseState }) {
  const { label, tone, icon } = STATES[state];
  return (
    <Badge tone={tone}>
      {icon} {label}
    </Badge>
  );
}
