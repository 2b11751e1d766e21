import { type InfiniteData, infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { pathOf } from '../../contract/call.ts';
import {
  deleteSubscriber,
  getAudience,
  getSubscribers,
  type Subscriber,
} from '../../contract/page-forms/subscribers.ts';
import { type ListPage, send } from '../api/client.ts';
import { showFailure, unlessGone } from '../api/failure.ts';
import { pagesOf, queryOf } from '../api/query-client.ts';
import { useAction } from '../api/use-action.ts';
import { toast } from '../ui/toast/toast-store.ts';

/** The number of people on the list of a handle, refetched on each visit because visitors join and leave. */
export function audienceQuery(handleId: number) {
  return queryOptions({ ...queryOf(getAudience, { id: handleId }), staleTime: 0 });
}

/** The subscribers of a handle in pages, newest first. */
export function subscribersQuery(handleId: number, search: string) {
  return infiniteQueryOptions({
    ...pagesOf(getSubscribers, { id: handleId, query: { limit: 50, search: search || undefined } }),
    staleTime: 0,
  });
}

/** Removes a subscriber from the list of a handle. */
export function useRemoveSubscriber(handleId: number) {
  const client = useQueryClient();
  const queryKey = [pathOf(getSubscribers, { id: handleId })];
  return useAction({
    keyOf: ({ id }: Subscriber) => id,
    mutationFn: ({ id }: Subscriber) => unlessGone(send(deleteSubscriber, { id: handleId, subscriberId: id })),
    onSuccess: (_response, { id, email }) => {
      client.setQueriesData<InfiniteData<ListPage<Subscriber>>>(
        { queryKey },
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({ ...page, items: page.items.filter((one) => one.id !== id) })),
          },
      );
      toast({ title: 'Subscriber removed', description: email });
    },
    onError: (error) => {
      showFailure(error);
      void client.invalidateQueries({ queryKey });
    },
    onSettled: () => client.invalidateQueries({ queryKey: audienceQuery(handleId).queryKey }),
  });
}
