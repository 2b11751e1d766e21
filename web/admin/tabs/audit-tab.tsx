import type { AdminAction } from '../../../contract/admin/admin.ts';
import { getAdminAudit } from '../../../contract/admin/admin.ts';
import { useAdminList } from '../list/admin-list.ts';
import { DateCell } from '../list/date-cell.tsx';
import { ListPanel } from '../list/list-panel.tsx';
import type { Column } from '../list/list-table.tsx';
import { TruncatedText } from '../list/truncated-text.tsx';

const COLUMNS: Column<AdminAction>[] = [
  { title: 'When', cell: ({ at }) => <DateCell date={at} /> },
  { title: 'Who', cell: ({ actor, role }) => <TruncatedText>{role ? `${actor} (${role})` : actor}</TruncatedText> },
  { title: 'Action', cell: ({ act }) => <span className="font-medium">{act}</span> },
  { title: 'What', cell: ({ target }) => <TruncatedText>{target}</TruncatedText> },
  { title: 'Reason', cell: ({ reason }) => <span className="block max-w-60 min-w-32">{reason}</span> },
  { title: 'Before', cell: ({ before }) => <ChangedFields fields={before} /> },
  { title: 'After', cell: ({ after }) => <ChangedFields fields={after} /> },
];

/** Actions of administrators, newest first. The audit log is append-only. */
export function AuditTab() {
  const list = useAdminList(getAdminAudit);
  return (
    <ListPanel
      {...{ name: 'actions', list, columns: COLUMNS }}
      idOf={({ id }) => id}
      empty="There are no actions yet."
    />
  );
}

function ChangedFields({ fields }: { fields: AdminAction['before'] }) {
  if (!fields) return null;
  return (
    <ul className="text-xs text-soft">
      {Object.entries(fields).map(([name, value]) => (
        <li key={name}>
          {name}: <code>{JSON.stringify(value)}</code>
        </li>
      ))}
    </ul>
  );
}
