import { Ban, CircleCheck, Clock, ShieldCheck } from 'lucide-react';
import type { AdminUser } from '../../../contract/admin/admin.ts';
import {
  getAdminUsers,
  getAdminUsersFile,
  postAdminUserEndSessions,
  postAdminUserHandleLimit,
  postAdminUserSuspend,
  postAdminUserUnsuspend,
  putAdminUserRole,
} from '../../../contract/admin/admin.ts';
import { getAdminPictures } from '../../../contract/admin/pictures.ts';
import { ADMIN_ROLES, type AdminRole } from '../../../contract/admin-roles.ts';
import { capitalised } from '../../../contract/capitalised.ts';
import { pages } from '../../../contract/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { useAdminList } from '../list/admin-list.ts';
import { DateCell } from '../list/date-cell.tsx';
import { ListPanel } from '../list/list-panel.tsx';
import type { Column } from '../list/list-table.tsx';
import { RowButton, RowLink } from '../list/row-button.tsx';
import { TruncatedText } from '../list/truncated-text.tsx';
import { May } from '../may.tsx';
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
      cell: ({ isAdmin, role }) =>
        isAdmin ? (
          <span className="inline-flex items-center gap-1.5">
            <Badge tone="accent">
              <ShieldCheck aria-hidden /> Admin
            </Badge>
            {role !== 'owner' && <span className="text-xs text-soft">{role}</span>}
          </span>
        ) : (
          <Badge>User</Badge>
        ),
    },
    { title: 'Joined', sort: 'createdAt', cell: (user) => <Joined user={user} /> },
    {
      title: 'Actions',
      isTitleHidden: true,
      isWide: true,
      cell: (user) => (
        <span className="inline-flex gap-1">
          <May call={getAdminPictures}>
            <RowLink about={`of ${user.email}`} to={pages.adminPictures(user.email)}>
              Pictures
            </RowLink>
          </May>
          <May call={putAdminUserRole}>
            <RowButton about={`of ${user.email}`} onClick={() => ask(roleOf(user))}>
              Role
            </RowButton>
          </May>
          <May call={postAdminUserHandleLimit}>
            <RowButton about={user.email} onClick={() => ask(handleLimit(user))}>
              Handle limit
            </RowButton>
          </May>
          <May call={postAdminUserEndSessions}>
            <RowButton about={`of ${user.email}`} onClick={() => ask(endSessions(user))}>
              End all sessions
            </RowButton>
          </May>
          <May call={postAdminUserSuspend}>
            <RowButton about={user.email} onClick={() => ask(suspension(user))}>
              {user.suspended ? 'Unsuspend' : 'Suspend'}
            </RowButton>
          </May>
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
        csv={getAdminUsersFile}
        empty="There are no users yet."
      />
      {dialog}
    </>
  );
}

/** When a person joined, and which versions of the legal texts they accepted. */
function Joined({ user: { createdAt, terms, privacy } }: { user: AdminUser }) {
  return (
    <>
      <DateCell date={createdAt} />
      {terms !== undefined && (
        <span className="block text-xs text-soft">
          Accepted terms {terms}, privacy policy {privacy}
        </span>
      )}
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

/** What each role may do. */
const ROLE_TEXTS: Record<AdminRole, string> = {
  owner: 'May do everything, and sets roles.',
  support: 'Answers requests, ends sessions, and sets limits of handles.',
  moderation: 'Decides reports, removes pictures, and suspends accounts and handles.',
  mail: 'Pauses and resumes the mail queue and the sending of handles.',
  finance: 'Refunds payments and sets prices.',
  reader: 'Sees everything and changes nothing.',
};

function roleOf({ id, email, role }: AdminUser): AdminAction {
  return {
    title: 'Set the role of this account?',
    description: `${email} is told by email. The role counts from the next click.`,
    confirmLabel: 'Save',
    isDestructive: false,
    call: putAdminUserRole,
    at: { id },
    successMessage: `The role of ${email} was changed`,
    choice: {
      name: 'role',
      label: 'Role',
      value: role ?? '',
      options: [
        { value: '', name: 'None', help: 'Is no administrator.' },
        ...ADMIN_ROLES.map((one) => ({ value: one, name: capitalised(one), help: ROLE_TEXTS[one] })),
      ],
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
