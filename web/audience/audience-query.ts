import { type InfiniteData, infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { audienceCalls } from '../../contract/page-forms/paths.ts';
import { audience, type Subscriber, subscribers } from '../../contract/page-forms/subscribers.ts';
import { type ListPage, readPage, send } from '../api/client.ts';
import { showFailure, unlessGone } from '../api/failure.ts';
import { resourceQuery } from '../api/query-client.ts';
import { useAction } from '../api/use-action.ts';
import { toast } from '../ui/toast/toast-store.ts';

/** How many people are on the list of a handle, read again on each visit: visitors join and leave. */
export function audienceQuery(handleId: number) {
  return queryOptions({ ...resourceQuery(audienceCalls.summary(handleId), async () => audience), staleTime: 0 });
}

/** The subscribers of a handle in pages, the newest first. */
export function subscribersQuery(handleId: number, search: string) {
  const parameters = new URLSearchParams({ limit: '50', ...(search && { search }) });
  const first = `${audienceCalls.subscribers(handleId)}?${parameters}`;
  return infiniteQueryOptions({
    queryKey: [audienceCalls.subscribers(handleId), first],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, async () => subscribers, signal),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** Takes somebody off the list of a handle. */
export function useRemoveSubscriber(handleId: number) {
  const client = useQueryClient();
  const queryKey = [audienceCalls.subscribers(handleId)];
  return useAction({
    keyOf: ({ id }: Subscriber) => id,
    mutationFn: ({ id }: Subscriber) => unlessGone(send(audienceCalls.subscriber(handleId, id), { method: 'DELETE' })),
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
