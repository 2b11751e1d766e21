import type { TlsDetails } from '../../../contract/admin/mail-reports.ts';
import { formatCount } from '../../../contract/counts.ts';
import { type Column, ListTable } from '../list/list-table.tsx';
import { Facts, Omitted } from './facts.tsx';

type Policy = TlsDetails['policies'][number];
type Failure = Policy['failures'][number];

const COLUMNS: Column<Failure>[] = [
  { title: 'Failure', cell: ({ type }) => <span className="font-medium whitespace-nowrap">{type}</span> },
  { title: 'Connections', numeric: true, cell: ({ sessions }) => formatCount(sessions) },
  { title: 'Our Server', cell: ({ mx, receivingIp }) => <Host name={mx} ip={receivingIp} /> },
  { title: 'Connected From', cell: ({ sendingIp }) => <code className="text-xs">{sendingIp}</code> },
  { title: 'Reason', cell: ({ reason }) => <span className="block max-w-80 min-w-32 wrap-anywhere">{reason}</span> },
];

const POLICY_TYPES: Record<string, string> = {
  sts: 'MTA-STS',
  tlsa: 'DANE',
  'no-policy-found': 'No policy found',
};

/** A TLS report: the results of connections to our mail server, by policy. */
export function TlsView({ details: { policies, omitted } }: { details: TlsDetails }) {
  return (
    <>
      {policies.map((policy, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a report may list a policy twice
        <section key={place} className="grid grid-cols-1 gap-3">
          <h3 className="font-semibold">
            {POLICY_TYPES[policy.type] ?? policy.type} for <span className="wrap-anywhere">{policy.domain}</span>
          </h3>
          <Facts
            facts={[
              ['Encrypted', formatCount(policy.passed)],
              ['Failed', formatCount(policy.failed)],
              ['Mail servers', policy.mx.join(', ')],
              ['Policy', policy.strings.join('; ')],
            ]}
          />
          {policy.failures.length > 0 && (
            <ListTable
              label={`Failures for ${policy.domain}`}
              columns={COLUMNS}
              items={policy.failures}
              idOf={(failure) => policy.failures.indexOf(failure)}
            />
          )}
        </section>
      ))}
      <Omitted count={omitted} what="policies and failures" />
    </>
  );
}

function Host({ name, ip }: { name: string; ip: string }) {
  return (
    <span className="block whitespace-nowrap">
      {name} {ip && <code className="text-xs text-soft">{ip}</code>}
    </span>
  );
}
