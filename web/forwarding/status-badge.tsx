import { CircleCheck, CircleOff, Hourglass } from 'lucide-react';
import type { MailState } from '../../contract/forwarding/mail-state.ts';
import type { ForwardingStatus } from '../own-handles/mail-state/forwarding-status.ts';
import { MAIL_STATE_VIEWS } from '../own-handles/mail-state/mail-state-view.ts';
import { Badge } from '../ui/badge.tsx';

interface StatusBadgeProps {
  status: ForwardingStatus;
  /** The label of a verified address: "Active" on the dashboard, "Verified" on the email screen. */
  verifiedLabel: 'Active' | 'Verified';
  /** The state of the mail, which decides the colour. If absent, the badge is about the address alone. */
  mail?: MailState;
}

/** Shows a forwarding status as an icon and a label. */
export function StatusBadge({ status, verifiedLabel, mail }: StatusBadgeProps) {
  if (status === 'verified' && mail && mail.state !== 'works') {
    const { Icon, tone } = MAIL_STATE_VIEWS[mail.state];
    // A handle that is suspended, resting or given up is never active.
    const isRefused = verifiedLabel === 'Active' && mail.state === 'suspended';
    return (
      <Badge tone={tone}>
        <Icon aria-hidden /> {isRefused ? 'Disabled' : verifiedLabel}
      </Badge>
    );
  }
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
