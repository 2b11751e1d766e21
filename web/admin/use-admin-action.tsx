import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { calls } from '../../contract/paths.ts';
import { send } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { useAction } from '../api/use-action.ts';
import { toast } from '../ui/toast/toast-store.ts';
import { type AdminAction, ReasonDialog } from './reason-dialog.tsx';

/** Everything of the admin area that a deed may change. */
const SHOWN = [
  calls.adminStats(),
  ...(['users', 'handles', 'profiles'] as const).map(calls.adminList),
  calls.adminPayments(),
  calls.adminMailQueue(),
  calls.adminAudit(),
];

/** Asks why and does it. `dialog` is to be drawn; `ask` opens it. */
export function useAdminAction(): { ask: (deed: AdminAction) => void; dialog: ReactNode } {
  const client = useQueryClient();
  const [deed, setDeed] = useState<AdminAction>();
  const { mutate, isPending } = useAction({
    keyOf: ({ path, body }: { path: string; body: object; doneWords: string }) => `${path} ${JSON.stringify(body)}`,
    mutationFn: ({ path, body }: { path: string; body: object; doneWords: string }) =>
      send(path, { method: 'POST', body }),
    onSuccess: (_answer, { doneWords }) => {
      setDeed(undefined);
      toast({ title: 'Success', description: doneWords });
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: errorText(error, 'That did not work. Please try again.'),
        variant: 'destructive',
      }),
    onSettled: () => {
      for (const path of SHOWN) void client.invalidateQueries({ queryKey: [path] });
    },
  });
  const dialog = (
    <ReasonDialog
      deed={deed}
      busy={isPending}
      onClose={() => setDeed(undefined)}
      onDo={({ path, doneWords }, body) => mutate({ path, doneWords, body })}
    />
  );
  return { ask: setDeed, dialog };
}
