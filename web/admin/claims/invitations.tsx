import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { pathOf } from '../../../contract/call.ts';
import {
  type AdminInvitation,
  deleteAdminInvitation,
  getAdminInvitations,
  postAdminInvitation,
} from '../../../contract/claims/claim-invitations.ts';
import { send } from '../../api/client.ts';
import { showFailure } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { CopyButton } from '../../ui/form/copy-button.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { useAdminList } from '../list/admin-list.ts';
import { DateCell } from '../list/date-cell.tsx';
import { ListPanel } from '../list/list-panel.tsx';
import type { Column } from '../list/list-table.tsx';
import { RowButton } from '../list/row-button.tsx';
import { May } from '../may.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';

/** The invitations to claim a handle. `isOpen`: everyone may claim at the moment. */
export function Invitations({ isOpen }: { isOpen: boolean }) {
  const client = useQueryClient();
  const list = useAdminList(getAdminInvitations);
  const [creating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<AdminInvitation>();
  const remove = useAction({
    keyOf: ({ id }: AdminInvitation) => String(id),
    mutationFn: ({ id }: AdminInvitation) => send(deleteAdminInvitation, { id }),
    onSuccess: () => {
      setDeleting(undefined);
      toast({ title: 'Invitation deleted', description: 'Its link gives no more handles.' });
    },
    onError: (error) => showFailure(error),
    onSettled: () => void client.invalidateQueries({ queryKey: [pathOf(getAdminInvitations)] }),
  });
  const columns: Column<AdminInvitation>[] = [
    {
      title: 'Link',
      cell: ({ url, id }) =>
        url === null ? (
          <span className="text-soft">No link</span>
        ) : (
          <span className="flex items-center gap-1">
            <span className="block max-w-56 truncate text-sm text-soft">{url}</span>
            <CopyButton text={url} label={`Copy the link of invitation ${id}`} />
          </span>
        ),
    },
    { title: 'Handle', cell: ({ handle }) => <span className="block min-w-32 wrap-anywhere">{handle ?? 'Any'}</span> },
    {
      title: 'Used',
      cell: ({ used, uses }) => <span className="whitespace-nowrap tabular-nums">{`${used} of ${uses}`}</span>,
    },
    { title: 'Ends', cell: ({ until }) => <DateCell date={until} dayOnly /> },
    {
      title: 'Actions',
      isTitleHidden: true,
      cell: (invitation) => (
        <May call={deleteAdminInvitation}>
          <RowButton about={`invitation ${invitation.id}`} onClick={() => setDeleting(invitation)}>
            Delete
          </RowButton>
        </May>
      ),
    },
  ];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[60ch] text-sm text-soft">
          {isOpen
            ? 'Everyone may claim a handle at the moment. An invitation is only needed for a handle that it holds.'
            : 'The link of an invitation lets people claim a handle, even where the site admits nobody else.'}
        </p>
        <May call={postAdminInvitation}>
          <Button onClick={() => setCreating(true)}>
            <Plus aria-hidden /> Create invitation
          </Button>
        </May>
      </div>
      <ListPanel
        {...{ name: 'invitations', list, columns }}
        idOf={({ id }) => id}
        empty="There is no invitation. Create one, and send its link to the people who may have a handle."
      />
      <InvitationDialog open={creating} onClose={() => setCreating(false)} />
      <ConfirmDialog
        open={deleting !== undefined}
        title="Delete this invitation?"
        description="Its link gives no more handles. Handles that it gave stay with their owners."
        confirmLabel="Delete"
        cancelLabel="Keep it"
        onConfirm={() => deleting && remove.mutate(deleting)}
        onClose={() => setDeleting(undefined)}
      />
    </>
  );
}
