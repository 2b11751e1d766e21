import { useQueryClient } from '@tanstack/react-query';
import type { Forwarding } from '../../../contract/forwarding.ts';
import type { MailPolicy } from '../../../contract/mail-policy.ts';
import { calls } from '../../../contract/paths.ts';
import { Switch } from '../../ui/form/switch.tsx';
import { PolicyPart } from './policy-part.tsx';
import { usePolicyChange } from './policy-query.ts';

/** Whether subjects are kept: off unless the owner wants it. */
export function KeepSubjects({ record, policy }: { record: Forwarding; policy: MailPolicy }) {
  const client = useQueryClient();
  const { mutate } = usePolicyChange(record.id);
  // Turned off, the subjects that stand in the list go.
  const onSuccess = () => client.invalidateQueries({ queryKey: [calls.flights(record.id)] });
  return (
    <PolicyPart
      title="Keep subjects"
      words={
        policy.keepSubjects
          ? 'New mails are listed with their subject, for 90 days. Turned off, all subjects kept so far are erased at once. What a mail says inside is never kept.'
          : 'Mails are listed without their subject: we do not store it. Turned on, the subjects of new mails are kept for 90 days. What a mail says inside is never kept.'
      }
      aside={
        <Switch
          checked={policy.keepSubjects}
          label="Keep the subjects of new mails for 90 days"
          onChange={(keepSubjects) => mutate(() => ({ keepSubjects }), { onSuccess })}
        />
      }
    />
  );
}
