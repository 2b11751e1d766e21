import { useQuery } from '@tanstack/react-query';
import { MailOpen } from 'lucide-react';
import { Link } from 'react-router';
import { teamPages } from '../../../contract/teams/paths.ts';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { invitationsQuery } from './invitations-query.ts';

/** A notice on the dashboard about waiting invitations and offered handles. Renders nothing until one is known. */
export function WaitingInvitations() {
  const { data } = useQuery(invitationsQuery);
  const count = data ? data.invitations.length + data.transfers.length : 0;
  const [only] = data?.invitations ?? [];
  if (count === 0) return null;
  return (
    <aside
      aria-label="Invitations"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-accent/40 bg-accent-surface p-4 sm:px-6"
    >
      <p className="flex min-w-0 flex-1 basis-64 gap-3 font-medium">
        <MailOpen className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden />
        <span className="min-w-0 wrap-anywhere">
          {count === 1 && only
            ? `${only.invitedBy} invites you to the team of ${only.handle}.`
            : count === 1
              ? `A handle is offered to you: ${data?.transfers[0]?.handle}.`
              : `${count} invitations are waiting for your answer.`}
        </span>
      </p>
      <Link to={teamPages.invitations()} className={`${buttonStyle('secondary')} max-sm:w-full`}>
        {count === 1 ? 'Look at it' : 'Look at them'}
      </Link>
    </aside>
  );
}
