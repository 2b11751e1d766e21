import { Mail } from 'lucide-react';
import { Link } from 'react-router';
import type { Handle } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { statusOfHandle } from '../own-handles/mail-state/forwarding-status.ts';
import { MailStateLine } from '../own-handles/mail-state/mail-state-line.tsx';
import { buttonStyle } from '../ui/form/button-style.ts';
import { StatusBadge } from './status-badge.tsx';

/** The section of a handle's card that shows where its mail goes. */
export function ForwardingBlock({ handle }: { handle: Handle }) {
  const { id, forwardingEmail, deliveringTo } = handle;
  return (
    <section className="flex flex-col gap-3 rounded-control bg-muted/60 p-4">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <h3 className="flex items-center gap-2 text-sm font-semibold">
          <Mail className="size-4.5 text-soft" aria-hidden /> Email Forwarding
        </h3>
        <StatusBadge status={statusOfHandle(handle)} verifiedLabel="Active" mail={handle.mail} />
      </div>
      <div className="min-h-6 flex-1 text-sm break-words text-soft">
        {forwardingEmail && <span className="wrap-anywhere">{forwardingEmail}</span>}
        {/* The card explains a handle that is not active above. */}
        {handle.status === 'active' && <MailStateLine handle={handle} className={forwardingEmail ? 'mt-2' : ''} />}
        {deliveringTo !== null && deliveringTo !== forwardingEmail && (
          <span className="mt-1 block wrap-anywhere">Mail still goes to {deliveringTo}</span>
        )}
      </div>
      <Link to={pages.manageEmail(id)} className={`${buttonStyle('secondary')} w-full`}>
        Manage Email Forwarding
      </Link>
    </section>
  );
}
