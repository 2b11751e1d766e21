import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { Link } from 'react-router';
import { pages } from '../../contract/paths.ts';
import { buttonStyle } from '../ui/button-style.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { forwardingQuery, statusOf, stillDeliveringTo } from './forwarding-query.ts';
import { StatusBadge } from './status-badge.tsx';

/** The part of a handle's card that says where its mail goes. */
export function ForwardingBlock({ handleId }: { handleId: number }) {
  const { data: records, isPending, isError } = useQuery(forwardingQuery);
  const record = records?.find(({ handle_id }) => handle_id === handleId);
  const still = record && stillDeliveringTo(record);
  return (
    <section className="flex flex-col gap-3 rounded-control bg-muted/60 p-4">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <h3 className="flex items-center gap-2 text-sm font-semibold">
          <Mail className="size-4.5 text-soft" aria-hidden /> Email Forwarding
        </h3>
        {isPending && <Skeleton className="h-6 w-20 rounded-full bg-hover" />}
        {records && <StatusBadge status={statusOf(record)} verifiedWord="Active" />}
      </div>
      <div className="min-h-6 flex-1 text-sm break-words text-soft">
        {isPending && <Skeleton className="mt-1 h-4 w-40 bg-hover" />}
        {isError && 'Email system hiccup! The digital mailmen are on strike. Try again!'}
        {records && !record && 'Mail to this handle goes nowhere yet.'}
        {record && (
          <>
            <span className="wrap-anywhere">{record.forwarding_email}</span>
            {still && <span className="mt-1 block">Mail still goes to {still}</span>}
          </>
        )}
      </div>
      <Link to={pages.manageEmail(handleId)} className={`${buttonStyle('secondary')} w-full`}>
        Manage Email Forwarding
      </Link>
    </section>
  );
}
