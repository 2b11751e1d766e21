import { Ban, CircleCheck, Clock, ShieldCheck } from 'lucide-react';
import type { AdminUser } from '../../../contract/admin/admin.ts';
import {
  getAdminUsers,
  getAdminUsersFile,
  postAdminUserEndSessions,
  postAdminUserHandleLimit,
  postAdminUserSuspend,
  postAdminUserUnsuspend,
} from '../../../contract/admin/admin.ts';
import { pathOf } from '../../../contract/call.ts';
import { pages } from '../../../contract/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { useAdminList } from '../list/admin-list.ts';
import { DateCell } from '../list/date-cell.tsx';
import { ListPanel } from '../list/list-panel.tsx';
import type { Column } from '../list/list-table.tsx';
import { RowButton, RowLink } from '../list/row-button.tsx';
import { TruncatedText } from '../list/truncated-text.tsx';
import type { AdminAction } from '../reason-dialog.tsx';
import { useAdminAction } from '../use-admin-action.tsx';

/** All accounts. */
export function UsersTab() {
  const list = useAdminList(getAdminUsers);
  const { ask, dialog } = useAdminAction();
  const columns: Column<AdminUser>[] = [
    { title: 'ID', sort: 'id', numeric: true, cell: ({ id }) => id },
    {
      title: 'Email',
      sort: 'email',
      cell: ({ email }) => <TruncatedText className="font-medium">{email}</TruncatedText>,
    },
    { title: 'Status', sort: 'emailVerified', cell: (user) => <Status user={user} /> },
    {
      title: 'Admin',
      sort: 'isAdmin',
      cell: ({ isAdmin }) =>
        isAdmin ? (
          <Badge tone="accent">
            <ShieldCheck aria-hidden /> Admin
          </Badge>
        ) : (
          <Badge>User</Badge>
        ),
    },
    { title: 'Joined', sort: 'createdAt', cell: ({ createdAt }) => <DateCell date={createdAt} /> },
    {
      title: 'Actions',
      isTitleHidden: true,
      isWide: true,
      cell: (user) => (
        <span className="inline-flex gap-1">
          <RowLink about={`of ${user.email}`} to={pages.adminPictures(user.email)}>
            Pictures
          </RowLink>
          <RowButton about={user.email} onClick={() => ask(handleLimit(user))}>
            Handle limit
          </RowButton>
          <RowButton about={`of ${user.email}`} onClick={() => ask(endSessions(user))}>
            End all sessions
          </RowButton>
          <RowButton about={user.email} onClick={() => ask(suspension(user))}>
            {user.suspended ? 'Unsuspend' : 'Suspend'}
          </RowButton>
        </span>
      ),
    },
  ];
  return (
    <>
      <ListPanel
        {...{ name: 'users', list, columns }}
        idOf={({ id }) => id}
        searchLabel="Part of an email or an inbox"
        csvPath={pathOf(getAdminUsersFile)}
        empty="There are no users yet."
      />
      {dialog}
    </>
  );
}

function Status({ user }: { user: AdminUser }) {
  return (
    <span className="inline-flex gap-1.5">
      {user.emailVerified ? (
        <Badge tone="success">
          <CircleCheck aria-hidden /> Verified
        </Badge>
      ) : (
        <Badge tone="warning">
          <Clock aria-hidden /> Pending
        </Badge>
      )}
      {user.suspended && (
        <Badge tone="danger">
          <Ban aria-hidden /> Suspended
        </Badge>
      )}
    </span>
  );
}

function handleLimit({ id, email, handleLimit }: AdminUser): AdminAction {
  return {
    title: 'Set the limit of free handles?',
    description: `The maximum number of free handles of ${email}. Handles that the account already has are kept.`,
    confirmLabel: 'Save',
    isDestructive: false,
    call: postAdminUserHandleLimit,
    at: { id },
    successMessage: `The limit of ${email} was changed`,
    amount: {
      name: 'limit',
      label: 'Free handles',
      help: 'Leave empty for the default (HANDLES_PER_ACCOUNT).',
      value: handleLimit,
    },
  };
}

function endSessions({ id, email }: AdminUser): AdminAction {
  return {
    title: 'End all sessions of this account?',
    description: `${email} is signed out on all devices and can sign in again at any time. Suspend the account to prevent that.`,
    confirmLabel: 'End all sessions',
    isDestructive: true,
    call: postAdminUserEndSessions,
    at: { id },
    successMessage: `${email} is signed out on all devices`,
  };
}

function suspension({ id, email, suspended }: AdminUser): AdminAction {
  if (suspended) {
    return {
      title: 'Unsuspend this account?',
      description: `${email} can sign in again, and the handles that were suspended with the account work again.`,
      confirmLabel: 'Unsuspend',
      isDestructive: false,
      call: postAdminUserUnsuspend,
      at: { id },
      successMessage: `${email} is no longer suspended`,
    };
  }
  return {
    title: 'Suspend this account?',
    description: `${email} is signed out and cannot sign in. The pages and the mail of all handles of the account stop working immediately.`,
    confirmLabel: 'Suspend',
    isDestructive: true,
    call: postAdminUserSuspend,
    at: { id },
    successMessage: `${email} is suspended`,
  };
}
