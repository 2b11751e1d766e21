import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { pathOf } from '../../../contract/call.ts';
import {
  type AdminSupportDetails,
  getAdminSupportRequest,
  postAdminSupportAnswer,
} from '../../../contract/support/support.ts';
import { call } from '../../api/client.ts';
import { showFailure } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import { refreshSupport } from './use-change-state.ts';

/** A request with its answers; looked up at each visit, because another administrator may have answered. */
export const requestQuery = (id: number) =>
  queryOptions({
    queryKey: [pathOf(getAdminSupportRequest, { id })],
    queryFn: ({ signal }) => call(getAdminSupportRequest, { id, signal }),
    staleTime: 0,
  });

/** Mails an answer to the person who wrote a request. */
export function useAnswer(onSent: () => void) {
  const client = useQueryClient();
  return useAction({
    keyOf: ({ id, text }: { id: number; text: string }) => `${id} ${text}`,
    mutationFn: ({ id, text }: { id: number; text: string }): Promise<AdminSupportDetails> =>
      call(postAdminSupportAnswer, { id, body: { text } }),
    onSuccess: ({ id, email }) => {
      onSent();
      toast({ title: 'Success', description: `The answer to request ${id} is on its way to ${email}` });
    },
    onError: (error) => showFailure(error, 'The answer was not sent. Please try again.'),
    onSettled: (_data, _error, { id }) => refreshSupport(client, id),
  });
}
