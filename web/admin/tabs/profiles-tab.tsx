import { Eye, EyeOff } from 'lucide-react';
import type { AdminProfile } from '../../../contract/admin/admin.ts';
import { getAdminProfiles, getAdminProfilesFile } from '../../../contract/admin/admin.ts';
import { Badge } from '../../ui/badge.tsx';
import { useAdminList } from '../list/admin-list.ts';
import { ListPanel } from '../list/list-panel.tsx';
import type { Column } from '../list/list-table.tsx';
import { TruncatedText } from '../list/truncated-text.tsx';

const COLUMNS: Column<AdminProfile>[] = [
  { title: 'ID', sort: 'id', numeric: true, cell: ({ id }) => id },
  {
    title: 'Username',
    sort: 'username',
    cell: ({ username }) => <TruncatedText className="font-medium">{username}</TruncatedText>,
  },
  {
    title: 'Display Name',
    sort: 'displayName',
    cell: ({ displayName }) => <TruncatedText>{displayName}</TruncatedText>,
  },
  { title: 'Handle ID', sort: 'handleId', numeric: true, cell: ({ handleId }) => handleId },
  {
    title: 'Email Visible',
    sort: 'emailVisible',
    cell: ({ emailVisible }) =>
      emailVisible ? (
        <Badge tone="success">
          <Eye aria-hidden /> Visible
        </Badge>
      ) : (
        <Badge>
          <EyeOff aria-hidden /> Hidden
        </Badge>
      ),
  },
  {
    title: 'Social Links',
    cell: ({ socialLinks }) => <span className="tabular-nums">{socialLinks.length} links</span>,
  },
];

/** All profiles. */
export function ProfilesTab() {
  const list = useAdminList(getAdminProfiles);
  return (
    <ListPanel
      {...{ name: 'profiles', list, columns: COLUMNS }}
      idOf={({ id }) => id}
      searchLabel="Part of a username or display name"
      csv={getAdminProfilesFile}
      empty="There are no profiles yet."
    />
  );
}
