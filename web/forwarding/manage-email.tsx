import { useQuery } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import { Link } from 'react-router';
import type { Forwarding } from '../../contract/forwarding/forwarding.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { hasRight } from '../../contract/roles.ts';
import { allHandlesQuery } from '../own-handles/own-handles.ts';
import { buttonStyle } from '../ui/form/button-style.ts';
import { MessageState } from '../ui/message-state.tsx';
import { TooltipProvider } from '../ui/tooltip/tooltip.tsx';
import { forwardingQuery } from './forwarding-query.ts';
import { ForwardingRows } from './forwarding-rows.tsx';
import { MailNotShared } from './mail-not-shared.tsx';
import { AllMailFrame, MailError, ManageEmailLoading } from './mail-states.tsx';

/** `/app/manage-email`: the forwarding of all handles. */
export function ManageEmail() {
  const handles = useQuery(allHandlesQuery);
  const records = useQuery(forwardingQuery);
  if (handles.isPending || records.isPending) return <ManageEmailLoading />;
  // A failed refetch keeps the loaded lists on the screen; only a failed first load shows an error.
  if (handles.isLoadingError || records.isLoadingError) {
    return (
      <AllMailFrame>
        <MailError
          busy={handles.isFetching || records.isFetching}
          onRetry={() => void Promise.all([handles.isError && handles.refetch(), records.isError && records.refetch()])}
        />
      </AllMailFrame>
    );
  }
  return (
    <AllMailFrame>
      {handles.data.length === 0 ? (
        <NoHandles />
      ) : (
        <TooltipProvider>
          <SharedMail handles={handles.data} records={records.data} />
        </TooltipProvider>
      )}
    </AllMailFrame>
  );
}

/** The handles whose mail the user may see. The other handles are only named. */
function SharedMail({ handles, records }: { handles: Handle[]; records: Forwarding[] }) {
  const seen = handles.filter((handle) => hasRight(handle, 'mail'));
  const others = handles.filter((handle) => !seen.includes(handle));
  const [first] = others;
  if (first && seen.length === 0) return <MailNotShared handle={first} />;
  return (
    <>
      <ForwardingRows handles={seen} records={records} />
      {first && (
        <p className="mt-6 text-sm text-soft">
          The mail of {others.map(({ handle }) => handle).join(', ')} is not shared with you: its owner decides that.
        </p>
      )}
    </>
  );
}

function NoHandles() {
  return (
    <MessageState
      icon={<MailPlus aria-hidden />}
      title="No handle yet"
      action={
        <Link to={pages.create()} className={buttonStyle('brand', 'large')}>
          Create Your First Handle
        </Link>
      }
    >
      <p>Claim a handle first. Its mail is then forwarded to your inbox.</p>
    </MessageState>
  );
}
