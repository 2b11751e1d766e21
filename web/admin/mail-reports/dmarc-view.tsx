import type { DmarcDetails } from '../../../contract/admin/mail-reports.ts';
import { formatCount } from '../../../contract/counts.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, ListTable } from '../list/list-table.tsx';
import { TruncatedText } from '../list/truncated-text.tsx';
import { Facts, Omitted } from './facts.tsx';

type Source = DmarcDetails['sources'][number];

const COLUMNS: Column<Source>[] = [
  { title: 'Sent By', cell: ({ ip }) => <code className="text-xs">{ip}</code> },
  { title: 'Messages', numeric: true, cell: ({ messages }) => formatCount(messages) },
  { title: 'DKIM', cell: ({ dkim }) => <Result isPass={dkim} /> },
  { title: 'SPF', cell: ({ spf }) => <Result isPass={spf} /> },
  {
    title: 'Disposition',
    cell: ({ disposition, reasons }) => (
      <span className="whitespace-nowrap">
        {disposition}
        {reasons.length > 0 && <span className="text-soft"> ({reasons.join(', ')})</span>}
      </span>
    ),
  },
  { title: 'From', cell: ({ headerFrom }) => <TruncatedText>{headerFrom}</TruncatedText> },
  { title: 'Envelope', cell: ({ envelopeFrom }) => <TruncatedText>{envelopeFrom}</TruncatedText> },
  { title: 'Signatures and SPF', cell: (source) => <Checks source={source} /> },
];

/** A DMARC report: the policy of our domain at that time, and the results by sending address. */
export function DmarcView({ details: { policy, sources, omitted } }: { details: DmarcDetails }) {
  return (
    <>
      <Facts
        facts={[
          ['Domain', policy.domain],
          ['Policy', policy.p && `p=${policy.p}`],
          ['Subdomains', policy.sp && `sp=${policy.sp}`],
          [
            'Alignment',
            [policy.adkim && `adkim=${policy.adkim}`, policy.aspf && `aspf=${policy.aspf}`].filter(Boolean).join(' '),
          ],
        ]}
      />
      <ListTable
        label="Sending addresses"
        columns={COLUMNS}
        items={sources}
        idOf={(source) => sources.indexOf(source)}
      />
      <Omitted count={omitted} what="sending addresses" />
    </>
  );
}

function Result({ isPass }: { isPass: boolean }) {
  return <Badge tone={isPass ? 'success' : 'danger'}>{isPass ? 'pass' : 'fail'}</Badge>;
}

function Checks({ source: { dkimResults, spfResults } }: { source: Source }) {
  const texts = [
    ...dkimResults.map(({ domain, selector, result }) => `dkim ${result} ${selector ? `${selector}.` : ''}${domain}`),
    ...spfResults.map(({ domain, result }) => `spf ${result} ${domain}`),
  ];
  return (
    <ul className="text-xs text-soft">
      {texts.map((text, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two signatures may have equal results
        <li key={place} className="whitespace-nowrap">
          {text}
        </li>
      ))}
    </ul>
  );
}
