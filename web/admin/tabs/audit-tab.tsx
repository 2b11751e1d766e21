import type { AdminAction } from '../../../contract/admin.ts';
import { calls } from '../../../contract/paths.ts';
import { useAdminList } from '../list/admin-list.ts';
import { CutText } from '../list/cut-text.tsx';
import { ListPanel } from '../list/list-panel.tsx';
import type { Column } from '../list/list-table.tsx';
import { When } from '../list/when.tsx';

const loadActs = async () => (await import('../../../contract/admin.ts')).adminActions;

const COLUMNS: Column<AdminAction>[] = [
  { title: 'When', cell: ({ at }) => <When date={at} /> },
  { title: 'Who', cell: ({ actor }) => <CutText>{actor}</CutText> },
  { title: 'Act', cell: ({ act }) => <span className="font-medium">{act}</span> },
  { title: 'What', cell: ({ target }) => <CutText>{target}</CutText> },
  { title: 'Reason', cell: ({ reason }) => <span className="block max-w-60 min-w-32">{reason}</span> },
  { title: 'Before', cell: ({ before }) => <Facts facts={before} /> },
  { title: 'After', cell: ({ after }) => <Facts facts={after} /> },
];

/** What administrators did, newest first. Nobody can change it. */
export function AuditTab() {
  const list = useAdminList<AdminAction>(calls.adminAudit(), loadActs);
  return (
    <ListPanel
      {...{ name: 'acts', list, columns: COLUMNS }}
      idOf={({ id }) => id}
      empty="No administrator has done anything yet."
    />
  );
}

function Facts({ facts }: { facts: AdminAction['before'] }) {
  if (!facts) return null;
  return (
    <ul className="text-xs text-soft">
      {Object.entries(facts).map(([name, value]) => (
        <li key={name}>
          {name}: <code>{JSON.stringify(value)}</code>
        </li>
      ))}
    </ul>
  );
}
