import { useQueryClient } from '@tanstack/react-query';
import type { Forwarding } from '../../../contract/forwarding.ts';
import type { MailPolicy } from '../../../contract/mail-policy.ts';
import { calls } from '../../../contract/paths.ts';
import { Switch } from '../../ui/form/switch.tsx';
import { PolicyPart } from './policy-part.tsx';
import { usePolicyChange } from './policy-query.ts';

/** The switch that stores the subjects of new mails, off by default. */
export function KeepSubjects({ record, policy }: { record: Forwarding; policy: MailPolicy }) {
  const client = useQueryClient();
  const { mutate } = usePolicyChange(record.id);
  // The server deletes stored subjects when the switch is turned off.
  const onSuccess = () => client.invalidateQueries({ queryKey: [calls.flights(record.id)] });
  return (
    <PolicyPart
      title="Keep subjects"
      description={
        policy.keepSubjects
          ? 'New mails are listed with their subject for 90 days. If you turn this off, all stored subjects are deleted immediately. The content of a mail is never kept.'
          : 'Mails are listed without their subject, which we do not store. If you turn this on, the subjects of new mails are kept for 90 days. The content of a mail is never kept.'
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
