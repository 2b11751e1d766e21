import type { ReportKind } from '../../../contract/admin/mail-reports.ts';
import { formatAdminUtcDay } from '../../../contract/dates.ts';
import type { Tone } from '../../ui/badge.tsx';

interface Kind {
  label: string;
  title: string;
  tone: Tone;
}

export const KINDS: Record<ReportKind, Kind> = {
  dmarc: { label: 'DMARC', title: 'DMARC reports', tone: 'info' },
  tls: { label: 'TLS', title: 'TLS reports', tone: 'accent' },
  feedback: { label: 'Complaint', title: 'Complaints', tone: 'warning' },
};

// Reporters count days in UTC.

/** The days of a report, in UTC. */
export function Period({ begins, ends }: { begins: string; ends: string }) {
  const [first, last] = [formatAdminUtcDay(begins), formatAdminUtcDay(Date.parse(ends) - 1)];
  return <span className="whitespace-nowrap tabular-nums">{first === last ? first : `${first} to ${last}`}</span>;
}
