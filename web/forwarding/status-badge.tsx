import { CircleCheck, CircleOff, Hourglass } from 'lucide-react';
import type { ForwardingStatus } from '../handles/shared/forwarding-status.ts';
import { Badge } from '../ui/badge.tsx';

interface StatusBadgeProps {
  status: ForwardingStatus;
  /** The label of a verified address: "Active" on the dashboard, "Verified" on the email screen. */
  verifiedLabel: 'Active' | 'Verified';
}

/** Shows a forwarding status as an icon and a label. */
export function StatusBadge({ status, verifiedLabel }: StatusBadgeProps) {
  if (status === 'verified') {
    return (
      <Badge tone="success">
        <CircleCheck aria-hidden /> {verifiedLabel}
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
