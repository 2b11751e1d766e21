import { useQuery } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Forwarding } from '../../contract/forwarding/forwarding.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { hasRight } from '../../contract/roles.ts';
import { useSite } from '../api/site.ts';
import { partOnDemand } from '../ui/on-demand.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Actions } from './actions/actions.ts';
import { DeliveryLogSection } from './delivery-log/delivery-log-section.tsx';
import type { MailTab } from './mail-tab.ts';
import { policyQuery } from './policy/policy-query.ts';
import { PolicySection } from './policy/policy-section.tsx';

export const MailNotShared = partOnDemand(async () => (await import('./mail-not-shared.tsx')).MailNotShared);
const MailStateBanner = partOnDemand(
  async () => (await import('./mail-state-banner.tsx')).MailStateBanner,
  <Skeleton className="mt-6 h-36 w-full rounded-card!" />,
);
const LimitBanner = partOnDemand(async () => (await import('./policy/limit-banner.tsx')).LimitBanner);

/** The part that needs no query parameter. */
const MAIL = 'mail';
const NAVIGATION =
  'relative mt-8 mb-6 flex overflow-x-auto border-b border-border [scrollbar-width:none] sm:mt-10 sm:mb-8 [&::-webkit-scrollbar]:hidden';

interface HandleMailProps {
  handle: Handle;
  record: Forwarding | undefined;
  tabs: readonly MailTab[];
  /** Absent for a user who may not see the mail. */
  actions?: Actions;
}

/** The mail details of a single handle, in tabs: delivery log and mail rules, and the tabs of other capabilities. */
export function HandleMail({ handle, record, tabs, actions }: HandleMailProps) {
  const { mailDomain } = useSite();
  const address = `${handle.handle}@${mailDomain}`;
  const [query] = useSearchParams();
  const open = tabs.find(({ id }) => id === query.get('tab'))?.id ?? MAIL;
  const list = useScrolledToOpen(open);
  // A part that was open once stays mounted, so that nothing typed in it is lost.
  const [visited, setVisited] = useState(() => new Set([open]));
  if (!visited.has(open)) setVisited(new Set([...visited, open]));
  const pathOf = (id: string) => pages.manageEmail(handle.id) + (id === MAIL ? '' : `&tab=${id}`);
  return (
    <>
      {actions && hasBanner(handle) && <MailStateBanner handle={handle} record={record} actions={actions} />}
      {record && <Limit record={record} />}
      <nav ref={list} aria-label={`Mail of ${handle.handle}`} className={NAVIGATION}>
        {[{ id: MAIL, label: 'Forwarding' }, ...tabs].map(({ id, label }) => (
          <Link
            key={id}
            to={pathOf(id)}
            replace
            aria-current={id === open ? 'page' : undefined}
            className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent px-3 text-sm font-semibold whitespace-nowrap text-soft -outline-offset-2 transition-colors hover:text-text aria-[current]:border-accent aria-[current]:text-text sm:px-4"
          >
            {label}
          </Link>
        ))}
      </nav>
      {visited.has(MAIL) && (
        <div hidden={open !== MAIL}>
          {!hasRight(handle, 'mail') ? (
            <MailNotShared handle={handle} />
          ) : record ? (
            <div className="grid grid-cols-1 gap-10 sm:gap-12">
              <DeliveryLogSection handle={handle} record={record} address={address} />
              <PolicySection record={record} />
            </div>
          ) : (
            <NoInbox address={address} />
          )}
        </div>
      )}
      {tabs.map(
        ({ id, Content }) =>
          visited.has(id) && (
            <div key={id} hidden={open !== id}>
              <Content handle={handle} address={address} record={record} />
            </div>
          ),
      )}
    </>
  );
}

/** Returns whether the mail has a state to explain. The row above offers to add the first inbox. */
function hasBanner({ mail: { state, reason } }: Handle): boolean {
  return reason !== null && state !== 'none';
}

function Limit({ record }: { record: Forwarding }) {
  const { data: policy } = useQuery(policyQuery(record.id));
  if (!policy?.limitReachedAt) return null;
  return (
    <div className="mt-8 grid grid-cols-1 gap-4 empty:hidden">
      <LimitBanner record={record} />
    </div>
  );
}

/** On narrow phones the navigation scrolls sideways. scrollTo moves only it; scrollIntoView would also move the page. */
function useScrolledToOpen(open: string) {
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another part opens
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (link) list.current?.scrollTo({ left: link.offsetLeft - (list.current.clientWidth - link.offsetWidth) / 2 });
  }, [open]);
  return list;
}

function NoInbox({ address }: { address: string }) {
  return (
    <div className="grid justify-items-center gap-2 rounded-card border border-border bg-surface px-6 py-10 text-center shadow-soft">
      <MailPlus className="size-8 text-soft" aria-hidden />
      <h2 className="mt-1 font-semibold">No inbox yet</h2>
      <p className="max-w-[44ch] text-balance text-soft">
        Add your real inbox above. Mail to <span className="wrap-anywhere">{address}</span> then lands there, and you
        see here what happened to each message.
      </p>
    </div>
  );
}
