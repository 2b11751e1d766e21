import { useQuery } from '@tanstack/react-query';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { planHasFeature } from '../../../contract/payments/features.ts';
import { errorText } from '../../api/error-text.ts';
import { useSite } from '../../api/site.ts';
import { PlanNotice } from '../../payments/shared/plan-notice.tsx';
import { Loading } from '../../ui/section.tsx';
import { AutoReplyForm } from './auto-reply-form.tsx';
import { autoReplyQuery } from './auto-reply-query.ts';

interface AutoReplyTabProps {
  handle: Handle;
  address: string;
  record: Forwarding | undefined;
}

/** The automatic reply of a handle. */
export function AutoReplyTab({ handle, address, record }: AutoReplyTabProps) {
  const hasFeature = planHasFeature(handle.handle, 'auto-reply', useSite().commonFeatures);
  const { data: stored, error, isFetching, refetch } = useQuery({ ...autoReplyQuery(handle.id), enabled: hasFeature });
  if (!hasFeature || stored?.entitled === false) {
    return (
      <PlanNotice
        handle={handle}
        feature="auto-reply"
        title="Answer while you are away"
        points={[
          'Everyone who writes to your handle gets your reply: during a holiday, outside office hours, or always.',
          'Everybody, or only people who have written before; each of them once in as many days as you choose.',
          'Newsletters, mailing lists and automatic messages never get a reply.',
        ]}
      />
    );
  }
  if (!stored) {
    return (
      <Loading
        label="Loading the automatic reply"
        failed={error !== null && errorText(error, 'We could not load the automatic reply. Please try again.')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return <AutoReplyForm handleId={handle.id} address={address} record={record} stored={stored} />;
}
