import type { Forwarding } from '../../../contract/forwarding.ts';
import type { MailPolicy } from '../../../contract/mail-policy.ts';
import { Switch } from '../../ui/switch.tsx';
import { PolicyPart } from './policy-part.tsx';
import { usePolicyChange } from './policy-query.ts';

/** Whether subjects are kept: off unless the owner wants it. */
export function KeepSubjects({ record, policy }: { record: Forwarding; policy: MailPolicy }) {
  const { mutate } = usePolicyChange(record.id);
  return (
    <PolicyPart
      title="Keep subjects"
      words={
        policy.keepSubjects
          ? 'New mails are listed with their subject. It is erased with its mail’s entry after 90 days. What a mail says inside is never kept.'
          : 'Mails are listed without their subject: we do not store it. Turned on, the subjects of new mails are kept for 90 days. What a mail says inside is never kept.'
      }
      aside={
        <Switch
          checked={policy.keepSubjects}
          label="Keep the subjects of new mails for 90 days"
          onChange={(keepSubjects) => mutate(() => ({ keepSubjects }))}
        />
      }
    />
  );
}
