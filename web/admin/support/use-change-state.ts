import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { getAdminAudit, getAdminWaiting } from '../../../contract/admin/admin.ts';
import { pathOf } from '../../../contract/call.ts';
import {
  getAdminSupport,
  getAdminSupportRequest,
  getAdminSupportSummary,
  patchAdminSupportRequest,
  type SupportState,
} from '../../../contract/support/support.ts';
import { call } from '../../api/client.ts';
import { showFailure } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import { STATES } from './support-text.tsx';

/** Changes the state of a request. */
export function useChangeState(onChanged: () => void) {
  const client = useQueryClient();
  return useAction({
    keyOf: ({ id, state }: { id: number; state: SupportState }) => `${id} ${state}`,
    mutationFn: ({ id, state }: { id: number; state: SupportState }) =>
      call(patchAdminSupportRequest, { id, body: { state } }),
    onSuccess: (request) => {
      onChanged();
      toast({ title: 'Success', description: `Request ${request.id} is ${STATES[request.state].done}` });
    },
    onError: (error) => showFailure(error),
    onSettled: (_data, _error, { id }) => refreshSupport(client, id),
  });
}

/** Refetches the data that a change to a request affects. */
export function refreshSupport(client: QueryClient, id: number): void {
  for (const path of [
    pathOf(getAdminSupport),
    pathOf(getAdminSupportSummary),
    pathOf(getAdminSupportRequest, { id }),
    pathOf(getAdminWaiting),
    pathOf(getAdminAudit),
  ]) {
    void client.invalidateQueries({ queryKey: [path] });
  }
}
