import { MailPlus } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Forwarding } from '../../contract/forwarding/forwarding.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { useSite } from '../api/site.ts';
import { DeliveryLogSection } from './delivery-log/delivery-log-section.tsx';
import type { MailTab } from './mail-tab.ts';
import { LimitBanner } from './policy/limit-banner.tsx';
import { PausedBanner } from './policy/paused-banner.tsx';
import { PolicySection } from './policy/policy-section.tsx';

/** The tab without a parameter in the query. */
const MAIL = 'mail';

interface HandleMailProps {
  handle: Handle;
  record: Forwarding | undefined;
  tabs: readonly MailTab[];
  onChangeAddress: () => void;
}

/** The mail details of a handle that is shown alone, in tabs: delivery log and mail rules, and those of other capabilities. */
export function HandleMail({ handle, record, tabs, onChangeAddress }: HandleMailProps) {
  const { mailDomain } = useSite();
  const address = `${handle.handle}@${mailDomain}`;
  const [query, setQuery] = useSearchParams();
  const open = tabs.find(({ id }) => id === query.get('tab'))?.id ?? MAIL;
  const list = useScrolledToActive(open);
  // A tab that was open once stays mounted, so that nothing typed in it is lost.
  const [visited, setVisited] = useState(() => new Set([open]));
  if (!visited.has(open)) setVisited(new Set([...visited, open]));

  function show(id: string) {
    const next = new URLSearchParams(query);
    if (id === MAIL) next.delete('tab');
    else next.set('tab', id);
    setQuery(next, { replace: true });
  }

  const content = (id: string) => ({
    value: id,
    className: 'outline-none data-[state=inactive]:hidden',
    ...(visited.has(id) && { forceMount: true as const }),
  });
  return (
    <>
      <PausedAndLimited record={record} onChangeAddress={onChangeAddress} />
      <Tabs.Root value={open} onValueChange={show} className="mt-8 sm:mt-10">
        <Tabs.List
          ref={list}
          aria-label={`Mail of ${handle.handle}`}
          className="relative mb-6 flex overflow-x-auto border-b border-border [scrollbar-width:none] sm:mb-8 [&::-webkit-scrollbar]:hidden"
        >
          {[{ id: MAIL, label: 'Mail' }, ...tabs].map(({ id, label }) => (
            <Tabs.Trigger
              key={id}
              value={id}
              className="-mb-px min-h-11 border-b-2 border-transparent px-3 text-sm font-semibold whitespace-nowrap text-soft -outline-offset-2 transition-colors hover:text-text data-[state=active]:border-accent data-[state=active]:text-text sm:px-4"
            >
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content {...content(MAIL)}>
          {record ? (
            <div className="grid grid-cols-1 gap-10 sm:gap-12">
              <DeliveryLogSection record={record} address={address} />
              <PolicySection record={record} />
            </div>
          ) : (
            <NoInbox address={address} />
          )}
        </Tabs.Content>
        {tabs.map(({ id, Content }) => (
          <Tabs.Content key={id} {...content(id)}>
            <Content handle={handle} address={address} record={record} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </>
  );
}

function PausedAndLimited({ record, onChangeAddress }: Pick<HandleMailProps, 'record' | 'onChangeAddress'>) {
  if (!record) return null;
  return (
    <div className="mt-8 grid grid-cols-1 gap-4 empty:hidden">
      <PausedBanner record={record} onChangeAddress={onChangeAddress} />
      <LimitBanner record={record} />
    </div>
  );
}

/** On narrow phones the tab list scrolls sideways. scrollTo moves only the list; scrollIntoView would also move the page. */
function useScrolledToActive(open: string) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab opens
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[data-state=active]');
    if (tab) list.current?.scrollTo({ left: tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2 });
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
