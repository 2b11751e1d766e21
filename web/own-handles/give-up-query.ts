import { useQueryClient } from '@tanstack/react-query';
import { getGiveUp, postGiveUp, postKeep } from '../../contract/handles/give-up.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { call, send } from '../api/client.ts';
import { showFailure } from '../api/failure.ts';
import { queryOf } from '../api/query-client.ts';
import { useAction } from '../api/use-action.ts';
import { toast } from '../ui/toast/toast-store.ts';
import { handlesKey } from './own-handles.ts';

/** What giving up a handle would end. Refetched each time, because payments and members change it. */
export function giveUpQuery(id: number) {
  return { ...queryOf(getGiveUp, { id }), staleTime: 0 };
}

/** Gives up a handle. The caller shows the error. */
export function useGiveUp(id: number, onDone: (until: string) => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: () => call(postGiveUp, { id }),
    onSuccess: ({ until }) => onDone(until),
    onSettled: () => client.invalidateQueries({ queryKey: handlesKey }),
  });
}

/** Keeps a handle that was given up. */
export function useKeepHandle({ id, handle }: Pick<Handle, 'id' | 'handle'>) {
  const client = useQueryClient();
  return useAction({
    mutationFn: () => send(postKeep, { id }),
    onSuccess: () => toast({ title: 'You keep it', description: `${handle} works again, as it did before.` }),
    onError: (error) => showFailure(error),
    onSettled: () => client.invalidateQueries({ queryKey: handlesKey }),
  });
}
