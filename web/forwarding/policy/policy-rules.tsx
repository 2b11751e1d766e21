import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import type { MailPolicy } from '../../../contract/forwarding/mail-policy.ts';
import { AllowedLists } from './allowed-lists.tsx';
import { BlockedSenders } from './blocked-senders.tsx';
import { KeepSubjects } from './keep-subjects.tsx';
import { RejectOrDiscard } from './reject-or-discard.tsx';
import { SecondInbox } from './second-inbox.tsx';

/** The rules in the section of mail rules: blocked senders, allowed lists, the switched-off behaviour, second inbox, subjects. */
export function PolicyRules(props: { record: Forwarding; policy: MailPolicy }) {
  return (
    <div className="rounded-card border border-border bg-surface shadow-soft">
      <BlockedSenders {...props} />
      <AllowedLists {...props} />
      <RejectOrDiscard {...props} />
      <SecondInbox {...props} />
      <KeepSubjects {...props} />
    </div>
  );
}
