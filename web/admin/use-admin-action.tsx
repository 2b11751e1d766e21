import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  getAdminAudit,
  getAdminHandles,
  getAdminProfiles,
  getAdminStats,
  getAdminUsers,
  getAdminWaiting,
} from '../../contract/admin/admin.ts';
import { getAdminMailQueue } from '../../contract/admin/mail-queue.ts';
import { getAdminPayments } from '../../contract/admin/payments.ts';
import { type Call, pathOf } from '../../contract/call.ts';
import { send } from '../api/client.ts';
import { showFailure } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { toast } from '../ui/toast/toast-store.ts';
import { type AdminAction, ReasonDialog } from './reason-dialog.tsx';

/** Query keys of the admin data that an action may change. */
const AFFECTED_QUERIES = [
  pathOf(getAdminStats),
  pathOf(getAdminWaiting),
  pathOf(getAdminUsers),
  pathOf(getAdminHandles),
  pathOf(getAdminProfiles),
  pathOf(getAdminPayments),
  pathOf(getAdminMailQueue),
  pathOf(getAdminAudit),
];

interface Asked {
  action: AdminAction;
  body: object;
}

/**
 * Runs an admin action after asking for the reason. Render `dialog`; `ask` opens it. `affected` adds query keys to
 * those of every action.
 */
export function useAdminAction(affected: readonly string[] = []): {
  ask: (action: AdminAction) => void;
  dialog: ReactNode;
} {
  const client = useQueryClient();
  const [action, setAction] = useState<AdminAction>();
  const { mutate, isPending } = useAction({
    keyOf: ({ action: { call, at }, body }: Asked) => `${pathOf(call, at)} ${JSON.stringify(body)}`,
    mutationFn: ({ action: { call, at }, body }: Asked) => send<Call>(call, { ...at, body }),
    onSuccess: (_response, { action: { successMessage } }) => {
      setAction(undefined);
      toast({ title: 'Success', description: successMessage });
    },
    onError: (error) => showFailure(error),
    onSettled: () => {
      for (const path of [...AFFECTED_QUERIES, ...affected]) void client.invalidateQueries({ queryKey: [path] });
    },
  });
  const dialog = (
    <ReasonDialog
      action={action}
      busy={isPending}
      onClose={() => setAction(undefined)}
      onConfirm={(confirmed, body) => mutate({ action: confirmed, body })}
    />
  );
  return { ask: setAction, dialog };
}
