import type { AdminHandle } from '../../../contract/admin/admin.ts';
import {
  getAdminHandles,
  getAdminHandlesFile,
  postAdminHandleSuspend,
  postAdminHandleUnsuspend,
} from '../../../contract/admin/admin.ts';
import { getAdminPictures } from '../../../contract/admin/pictures.ts';
import { formatAdminDay } from '../../../contract/dates.ts';
import { pages } from '../../../contract/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { useAdminList } from '../list/admin-list.ts';
import { DateCell } from '../list/date-cell.tsx';
import { ListPanel } from '../list/list-panel.tsx';
import type { Column } from '../list/list-table.tsx';
import { RowButton, RowLink } from '../list/row-button.tsx';
import { May } from '../may.tsx';
import type { AdminAction } from '../reason-dialog.tsx';
import { useAdminAction } from '../use-admin-action.tsx';

/** All handles. */
export function HandlesTab() {
  const list = useAdminList(getAdminHandles);
  const { ask, dialog } = useAdminAction();
  const columns: Column<AdminHandle>[] = [
    { title: 'ID', sort: 'id', numeric: true, cell: ({ id }) => id },
    {
      title: 'Handle',
      sort: 'handle',
      cell: ({ handle }) => (
        <a
          href={pages.profile(handle)}
          target="_blank"
          rel="noreferrer"
          className="font-medium whitespace-nowrap hover:underline"
        >
          {handle}
        </a>
      ),
    },
    { title: 'User ID', sort: 'userId', numeric: true, cell: ({ userId }) => userId ?? 'None' },
    { title: 'Plan', sort: 'plan', cell: ({ plan }) => plan },
    {
      title: 'Status',
      sort: 'status',
      cell: ({ status, givenUpUntil }) => (
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <Badge tone={status === 'active' ? 'accent' : 'neutral'}>{status}</Badge>
          {givenUpUntil && <span className="text-xs text-soft">given up, until {formatAdminDay(givenUpUntil)}</span>}
        </span>
      ),
    },
    { title: 'Created', sort: 'createdAt', cell: ({ createdAt }) => <DateCell date={createdAt} /> },
    {
      title: 'Actions',
      isTitleHidden: true,
      isWide: true,
      cell: (handle) => (
        <span className="inline-flex gap-1">
          <May call={getAdminPictures}>
            <RowLink about={`of ${handle.handle}`} to={pages.adminPictures(handle.handle)}>
              Pictures
            </RowLink>
          </May>
          {canBeSuspended(handle) && (
            <May call={postAdminHandleSuspend}>
              <RowButton about={handle.handle} onClick={() => ask(suspension(handle))}>
                {handle.status === 'suspended' ? 'Unsuspend' : 'Suspend'}
              </RowButton>
            </May>
          )}
        </span>
      ),
    },
  ];
  return (
    <>
      <ListPanel
        {...{ name: 'handles', list, columns }}
        idOf={({ id }) => id}
        searchLabel="Part of a handle or an inbox"
        csv={getAdminHandlesFile}
        empty="There are no handles yet."
      />
      {dialog}
    </>
  );
}

/** A quarantined handle is already offline; a handle without an owner is the example profile. */
function canBeSuspended({ status, userId }: AdminHandle): boolean {
  return status === 'suspended' || (status !== 'quarantined' && userId !== null);
}

function suspension({ id, handle, status }: AdminHandle): AdminAction {
  if (status === 'suspended') {
    return {
      title: `Unsuspend ${handle}?`,
      description: 'Its page and its mail work again as before.',
      confirmLabel: 'Unsuspend',
      isDestructive: false,
      call: postAdminHandleUnsuspend,
      at: { id },
      successMessage: `${handle} is no longer suspended`,
    };
  }
  return {
    title: `Suspend ${handle}?`,
    description:
      'Its page, its mail and its pictures stop working immediately. The owner keeps it and can still sign in.',
    confirmLabel: 'Suspend',
    isDestructive: true,
    call: postAdminHandleSuspend,
    at: { id },
    successMessage: `${handle} is suspended`,
  };
}
