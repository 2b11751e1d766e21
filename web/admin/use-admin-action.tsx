import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { calls } from '../../contract/paths.ts';
import { send } from '../api/client.ts';
import { showFailure } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { toast } from '../ui/toast/toast-store.ts';
import { type AdminAction, ReasonDialog } from './reason-dialog.tsx';

/** Query keys of the admin data that an action may change. */
const AFFECTED_QUERIES = [
  calls.adminStats(),
  calls.adminWaiting(),
  ...(['users', 'handles', 'profiles'] as const).map(calls.adminList),
  calls.adminPayments(),
  calls.adminMailQueue(),
  calls.adminAudit(),
];

/** Runs an admin action after asking for the reason. Render `dialog`; `ask` opens it. `affected`: query keys of its own. */
export function useAdminAction(affected: readonly string[] = []): {
  ask: (action: AdminAction) => void;
  dialog: ReactNode;
} {
  const client = useQueryClient();
  const [action, setAction] = useState<AdminAction>();
  const { mutate, isPending } = useAction({
    keyOf: ({ action: { path }, body }: { action: AdminAction; body: object }) => `${path} ${JSON.stringify(body)}`,
    mutationFn: ({ action: { path, method }, body }: { action: AdminAction; body: object }) =>
      send(path, { method: method ?? 'POST', body }),
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
