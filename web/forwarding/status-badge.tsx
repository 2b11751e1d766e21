import { CircleCheck, CircleOff, Hourglass } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';
import type { ForwardingStatus } from './forwarding-query.ts';

interface StatusBadgeProps {
  status: ForwardingStatus;
  /** The word for a verified address: the dashboard says Active, the email screen Verified. */
  verifiedWord: 'Active' | 'Verified';
}

/** Where forwarding stands, by icon and word. */
export function StatusBadge({ status, verifiedWord }: StatusBadgeProps) {
  if (status === 'verified') {
    return (
      <Badge tone="success">
        <CircleCheck aria-hidden /> {verifiedWord}
      </Badge>
    );
  }
  if (status === 'pending') {
    return (
      <Badge tone="warning">
        <Hourglass aria-hidden /> Pending Verification
      </Badge>
    );
  }
  return (
    <Badge tone="neutral">
      <CircleOff aria-hidden /> Disabled
    </Badge>
  );
}
