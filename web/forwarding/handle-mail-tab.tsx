import { useQuery } from '@tanstack/react-query';
import type { Handle } from '../../contract/handles/handles.ts';
import { forwardingQuery } from './forwarding-query.ts';
import { ForwardingRows } from './forwarding-rows.tsx';
import { MailError, MailWaiting } from './mail-states.tsx';
import type { MailTab } from './mail-tab.ts';

interface HandleMailTabProps {
  handle: Handle;
  /** Tabs of other capabilities on the screen of one handle. */
  tabs: readonly MailTab[];
}

/** The mail of one handle: its forwarding, and everything about its mail below. */
export function HandleMailTab({ handle, tabs }: HandleMailTabProps) {
  const records = useQuery(forwardingQuery);
  if (records.isPending) return <MailWaiting />;
  if (records.isLoadingError) return <MailError busy={records.isFetching} onRetry={() => void records.refetch()} />;
  return <ForwardingRows handles={[handle]} records={records.data} isSingle tabs={tabs} />;
}
