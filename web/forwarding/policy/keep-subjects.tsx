import { useQueryClient } from '@tanstack/react-query';
import { pathOf } from '../../../contract/call.ts';
import { getDeliveries } from '../../../contract/forwarding/delivery-log.ts';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import type { MailPolicy } from '../../../contract/forwarding/mail-policy.ts';
import { useSingleAction } from '../../api/use-action.ts';
import { Switch } from '../../ui/form/switch.tsx';
import { PolicyPart } from './policy-part.tsx';
import { usePolicyChange } from './use-policy-change.ts';

/** The switch that stores the subjects of new messages, off by default. */
export function KeepSubjects({ record, policy }: { record: Forwarding; policy: MailPolicy }) {
  const client = useQueryClient();
  const { mutateAsync } = usePolicyChange(record.id);
  const single = useSingleAction();
  // The server deletes stored subjects when the switch is turned off.
  const onSuccess = () => client.invalidateQueries({ queryKey: [pathOf(getDeliveries, { id: record.id })] });
  return (
    <PolicyPart
      title="Keep subjects"
      description={
        policy.keepSubjects
          ? 'New messages are listed with their subject for 90 days. If you turn this off, all stored subjects are deleted immediately. The content of a message is never kept.'
          : 'Messages are listed without their subject, which we do not store. If you turn this on, the subjects of new messages are kept for 90 days. The content of a message is never kept.'
      }
      aside={
        <Switch
          checked={policy.keepSubjects}
          label="Keep the subjects of new messages for 90 days"
          onChange={(keepSubjects) => single(() => mutateAsync(() => ({ keepSubjects }), { onSuccess }))}
        />
      }
    />
  );
}
