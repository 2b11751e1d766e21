import { useQuery } from '@tanstack/react-query';
import type { Handle } from '../../contract/handles/handles.ts';
import { hasRight } from '../../contract/roles.ts';
import { ForwardingActions } from './actions/forwarding-actions.tsx';
import { forwardingQuery } from './forwarding-query.ts';
import { ForwardingRow } from './forwarding-row.tsx';
import { HandleMail, MailNotShared } from './handle-mail.tsx';
import { MailError, MailWaiting } from './mail-states.tsx';
import type { MailTab } from './mail-tab.ts';

interface HandleMailTabProps {
  handle: Handle;
  /** Tabs of other capabilities on the screen of one handle. */
  tabs: readonly MailTab[];
}

/** The mail of one handle: its forwarding, and everything about its mail below. A member sees what the owner shares. */
export function HandleMailTab({ handle, tabs }: HandleMailTabProps) {
  const usable = tabs.filter(({ right }) => hasRight(handle, right));
  if (hasRight(handle, 'mail')) return <ForwardedMail handle={handle} tabs={usable} />;
  return usable.length === 0 ? (
    <MailNotShared handle={handle} />
  ) : (
    <HandleMail key={handle.id} handle={handle} record={undefined} tabs={usable} />
  );
}

function ForwardedMail({ handle, tabs }: HandleMailTabProps) {
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
