import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { calls } from '../../../contract/paths.ts';
import { supportCalls } from '../../../contract/support/paths.ts';
import { adminSupportRequest, type SupportState } from '../../../contract/support/support.ts';
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
      call(supportCalls.adminSupportRequest(id), async () => adminSupportRequest, { method: 'PATCH', body: { state } }),
    onSuccess: (request) => {
      onChanged();
      toast({ title: 'Success', description: `Request ${request.id} is ${STATES[request.state].done}` });
    },
    onError: (error) => showFailure(error),
    onSettled: (_data, _error, { id }) => refreshSupport(client, id),
  });
}

/** Reads again what a change of a request shows. */
export function refreshSupport(client: QueryClient, id: number): void {
  const { adminSupport, adminSupportSummary, adminSupportRequest: request } = supportCalls;
  for (const path of [adminSupport(), adminSupportSummary(), request(id), calls.adminWaiting(), calls.adminAudit()]) {
    void client.invalidateQueries({ queryKey: [path] });
  }
}
