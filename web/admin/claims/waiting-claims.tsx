import { useQueryClient } from '@tanstack/react-query';
import { getAdminStats, getAdminWaiting } from '../../../contract/admin/admin.ts';
import { pathOf } from '../../../contract/call.ts';
import {
  getAdminClaims,
  postAdminClaimApprove,
  postAdminClaimRefuse,
  type WaitingClaim,
} from '../../../contract/claims/waiting-claims.ts';
import { call } from '../../api/client.ts';
import { showFailure } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import { useAdminList } from '../list/admin-list.ts';
import { DateCell } from '../list/date-cell.tsx';
import { ListPanel } from '../list/list-panel.tsx';
import type { Column } from '../list/list-table.tsx';
import { RowButton } from '../list/row-button.tsx';
import { May } from '../may.tsx';
import type { AdminAction } from '../reason-dialog.tsx';
import { useAdminAction } from '../use-admin-action.tsx';

/** The claims that wait for a decision. `isUsed`: new claims wait at the moment. */
export function WaitingClaims({ isUsed }: { isUsed: boolean }) {
  const client = useQueryClient();
  const list = useAdminList(getAdminClaims);
  const { ask, dialog } = useAdminAction([pathOf(getAdminClaims)]);
  const approve = useAction({
    keyOf: ({ id }: WaitingClaim) => String(id),
    mutationFn: ({ id }: WaitingClaim) => call(postAdminClaimApprove, { id }),
    onSuccess: ({ message }, { email }) =>
      toast({ title: 'Claim approved', description: `${message} We email ${email}.` }),
    onError: (error) => showFailure(error),
    onSettled: () => {
      for (const changed of [getAdminClaims, getAdminWaiting, getAdminStats]) {
        void client.invalidateQueries({ queryKey: [pathOf(changed)] });
      }
    },
  });
  const columns: Column<WaitingClaim>[] = [
    {
      title: 'Handle',
      cell: ({ handle }) => <span className="block min-w-32 font-medium wrap-anywhere">{handle}</span>,
    },
    { title: 'Email', cell: ({ email }) => <span className="block min-w-44 wrap-anywhere">{email}</span> },
    { title: 'Plan', cell: ({ plan }) => plan },
    { title: 'Asked', cell: ({ createdAt }) => <DateCell date={createdAt} dayOnly /> },
    { title: 'Ends', cell: ({ until }) => <DateCell date={until} dayOnly /> },
    {
      title: 'Actions',
      isTitleHidden: true,
      cell: (claim) => (
        <span className="flex">
          <May call={postAdminClaimApprove}>
            <RowButton about={claim.handle} onClick={() => approve.mutate(claim)}>
              Approve
            </RowButton>
          </May>
          <May call={postAdminClaimRefuse}>
            <RowButton about={claim.handle} onClick={() => ask(refusal(claim))}>
              Refuse
            </RowButton>
          </May>
        </span>
      ),
    },
  ];
  return (
    <>
      <ListPanel
        {...{ name: 'claims', list, columns }}
        idOf={({ id }) => id}
        empty={
          isUsed
            ? 'No claim waits for a decision.'
            : 'No claim waits for a decision. To decide about new claims here, choose approval in the tab Site.'
        }
      />
      {dialog}
    </>
  );
}

function refusal({ id, handle, email }: WaitingClaim): AdminAction {
  return {
    title: `Refuse ${handle}?`,
    description: `The handle is no longer held for ${email}.`,
    confirmLabel: 'Refuse',
    isDestructive: true,
    call: postAdminClaimRefuse,
    at: { id },
    reasonHelp: 'Recorded in the audit log and emailed to the person.',
    successMessage: `The claim of ${handle} was refused`,
  };
}
