import { useQuery } from '@tanstack/react-query';
import type { Handle } from '../../contract/handles/handles.ts';
import { ForwardingActions } from './actions/forwarding-actions.tsx';
import { forwardingQuery } from './forwarding-query.ts';
import { ForwardingRow } from './forwarding-row.tsx';
import { HandleMail } from './handle-mail.tsx';
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
  const record = records.data.find(({ handle_id }) => handle_id === handle.id);
  return (
    <ForwardingActions>
      {(actions) => (
        <>
          <ForwardingRow handle={handle} record={record} actions={actions} isSingle />
          <HandleMail key={handle.id} handle={handle} record={record} tabs={tabs} actions={actions} />
        </>
      )}
    </ForwardingActions>
  );
}
