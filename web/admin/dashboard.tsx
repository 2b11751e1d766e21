import { useQuery } from '@tanstack/react-query';
import { ShieldX } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AdminWaiting } from '../../contract/admin/admin.ts';
import {
  getAdminAudit,
  getAdminHandles,
  getAdminProfiles,
  getAdminUsers,
  getAdminWaiting,
} from '../../contract/admin/admin.ts';
import { getAdminMail } from '../../contract/admin/mail.ts';
import { getAdminMailQueue } from '../../contract/admin/mail-queue.ts';
import { getAdminMailReports } from '../../contract/admin/mail-reports.ts';
import { getAdminPayments } from '../../contract/admin/payments.ts';
import { getAdminPictures } from '../../contract/admin/pictures.ts';
import { getAdminClaims } from '../../contract/claims/waiting-claims.ts';
import { getAdminCases } from '../../contract/page-reports/cases.ts';
import { getAdminSending } from '../../contract/sending/admin-sending.ts';
import { getAdminSite } from '../../contract/site/site-document.ts';
import { getAdminSupport } from '../../contract/support/support.ts';
import { queryOf } from '../api/query-client.ts';
import { Badge } from '../ui/badge.tsx';
import { MessageState } from '../ui/message-state.tsx';
import { partOnDemand } from '../ui/on-demand.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { CountCards } from './count-cards.tsx';
import { useMayCall } from './may.tsx';
import { AuditTab } from './tabs/audit-tab.tsx';
import { HandlesTab } from './tabs/handles-tab.tsx';
import { QueueTab } from './tabs/mail-queue-tab.tsx';
import { PaymentsTab } from './tabs/payments-tab.tsx';
import { ProfilesTab } from './tabs/profiles-tab.tsx';
import { UsersTab } from './tabs/users-tab.tsx';

const SendingTab = partOnDemand(async () => (await import('./tabs/sending-tab.tsx')).SendingTab);
const PicturesTab = partOnDemand(async () => (await import('./tabs/pictures-tab.tsx')).PicturesTab);
const SupportTab = partOnDemand(async () => (await import('./support/support-tab.tsx')).SupportTab);
const PageReportsTab = partOnDemand(async () => (await import('./page-reports/page-reports-tab.tsx')).PageReportsTab);
const MailTraceTab = partOnDemand(async () => (await import('./mail-trace/mail-trace-tab.tsx')).MailTraceTab);
const MailReportsTab = partOnDemand(async () => (await import('./mail-reports/mail-reports-tab.tsx')).MailReportsTab);
const ClaimsTab = partOnDemand(async () => (await import('./claims/claims-tab.tsx')).ClaimsTab);
const SiteTab = partOnDemand(async () => (await import('./site/site-tab.tsx')).SiteTab);

/** Each with the call of its list, which the role of the administrator must include. */
const TABS = [
  ['users', 'Users', UsersTab, getAdminUsers],
  ['handles', 'Handles', HandlesTab, getAdminHandles],
  ['profiles', 'Profiles', ProfilesTab, getAdminProfiles],
  ['pictures', 'Pictures', PicturesTab, getAdminPictures],
  ['payments', 'Payments', PaymentsTab, getAdminPayments],
  ['support', 'Support', SupportTab, getAdminSupport],
  ['page-reports', 'Page Reports', PageReportsTab, getAdminCases],
  ['mail-queue', 'Mail Queue', QueueTab, getAdminMailQueue],
  ['mail-trace', 'Mail Trace', MailTraceTab, getAdminMail],
  ['sending', 'Sending', SendingTab, getAdminSending],
  ['mail-reports', 'Mail Reports', MailReportsTab, getAdminMailReports],
  ['claims', 'Claims', ClaimsTab, getAdminClaims],
  ['site', 'Site', SiteTab, getAdminSite],
  ['audit', 'Audit Log', AuditTab, getAdminAudit],
] as const;

/** The number of waiting items, by tab. Refetched while the screen is open. */
const waitingQuery = {
  ...queryOf(getAdminWaiting),
  staleTime: 0,
  refetchInterval: 60_000,
};
const WAITING: Partial<Record<(typeof TABS)[number][0], keyof AdminWaiting>> = {
  payments: 'payments',
  claims: 'claims',
  support: 'support',
  'page-reports': 'pageReports',
  'mail-queue': 'mailQueue',
};

/** `/app/adm`: counts and lists. */
export function AdminDashboard() {
  return (
    <AdminFrame title="Admin Dashboard" denied={<Denied />}>
      <CountCards />
      <Lists />
    </AdminFrame>
  );
}

/** The open tab is stored in `?tab=`, so that it survives a reload. */
function Lists() {
  const [query, setQuery] = useSearchParams();
  const mayCall = useMayCall();
  const tabs = TABS.filter(([, , , list]) => mayCall(list));
  const open = tabs.find(([id]) => id === query.get('tab'))?.[0] ?? 'users';
  const list = useRef<HTMLDivElement>(null);
  const { data: waiting } = useQuery(waitingQuery);
  // On phones the tab list scrolls sideways. scrollTo moves only the list; scrollIntoView would also move the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab opens
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[data-state=active]');
    if (tab) list.current?.scrollTo({ left: tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2 });
  }, [open]);
  // The form of the site keeps what is typed in it while another tab is open.
  const [isSiteKept, keepSite] = useState(false);
  if (open === 'site' && !isSiteKept) keepSite(true);
  return (
    <Tabs.Root value={open} onValueChange={(id) => setQuery(id === 'users' ? {} : { tab: id }, { replace: true })}>
      <Tabs.List
        ref={list}
        aria-label="Lists"
        className="relative mb-4 flex overflow-x-auto border-b border-border [scrollbar-width:none] [&::-webkit-scrollbar]:hidden"
      >
        {tabs.map(([id, label]) => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent px-3 text-sm font-semibold whitespace-nowrap text-soft -outline-offset-2 transition-colors hover:text-text data-[state=active]:border-accent data-[state=active]:text-text"
          >
            {label}
            <Waiting count={countOf(id, waiting)} />
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(([id, , Tab]) => (
        <Tabs.Content
          key={id}
          value={id}
          className="outline-none"
          {...(id === 'site' && isSiteKept && { forceMount: true })}
        >
          <Tab />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

function countOf(id: (typeof TABS)[number][0], waiting: AdminWaiting | undefined): number {
  const name = WAITING[id];
  return (name && waiting?.[name]) ?? 0;
}

/**
 * The highest count shown. Copied from WAITING_MAX in contract/admin/admin.ts, which is not worth loading for one
 * number.
 */
const WAITING_MAX = 100;

/** The number on a tab. */
function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge tone="warning" className="ml-2 px-2! py-0.5! tabular-nums">
      {count < WAITING_MAX ? count : `${WAITING_MAX - 1}+`}
      <span className="sr-only">{count === 1 ? 'waits' : 'wait'}</span>
    </Badge>
  );
}

function Denied() {
  return (
    <MessageState level={1} icon={<ShieldX aria-hidden />} title="Access Denied">
      <p>You don't have permission to access this admin area.</p>
      <p>Only authorized administrators can view this page.</p>
    </MessageState>
  );
}
