import { type InfiniteData, infiniteQueryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Contact, contact, contacts } from '../../../../contract/sending/contacts.ts';
import { sendingCalls } from '../../../../contract/sending/paths.ts';
import { call, type ListPage, readPage, send } from '../../../api/client.ts';
import { showFailure, unlessGone } from '../../../api/failure.ts';
import { useAction } from '../../../api/use-action.ts';
import { toast } from '../../../ui/toast/toast-store.ts';

const loadContact = async () => contact;

/** The contacts of a handle in pages, the latest activity first. */
export function contactsQuery(handleId: number, search: string) {
  const parameters = new URLSearchParams({ limit: '30', ...(search && { search }) });
  const first = `${sendingCalls.contacts(handleId)}?${parameters}`;
  return infiniteQueryOptions({
    queryKey: [sendingCalls.contacts(handleId), first],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, async () => contacts, signal),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
    // Mail creates contacts without an action in this browser.
    staleTime: 0,
  });
}

/** Adds somebody to write to first. The caller shows the error. */
export function useAddContact(handleId: number, onAdded: (contact: Contact) => void) {
  const client = useQueryClient();
  return useAction({
    keyOf: ({ address, name }: { address: string; name: string }) => `${address} ${name}`,
    mutationFn: (body: { address: string; name: string }) =>
      call(sendingCalls.contacts(handleId), loadContact, { method: 'POST', body }),
    onSuccess: (added) => {
      onAdded(added);
      return client.invalidateQueries({ queryKey: [sendingCalls.contacts(handleId)] });
    },
  });
}

/** Blocks a contact, or lets their mail in again. */
export function useBlockContact(handleId: number) {
  const client = useQueryClient();
  return useAction({
    keyOf: ({ id }: Contact) => id,
    mutationFn: ({ id, blocked }: Contact) =>
      call(sendingCalls.contact(handleId, id), loadContact, { method: 'PATCH', body: { blocked: !blocked } }),
    onSuccess: (saved) => {
      editPages(client, handleId, (list) => list.map((one) => (one.id === saved.id ? saved : one)));
      toast({
        title: saved.blocked ? 'Blocked' : 'Unblocked',
        description: `Mail from ${saved.address} is ${saved.blocked ? 'refused' : 'forwarded again'}.`,
      });
    },
    onError: (error) => refuse(client, handleId, error),
  });
}

/** Deletes a contact with its write-to address. */
export function useDeleteContact(handleId: number) {
  const client = useQueryClient();
  return useAction({
    keyOf: ({ id }: Contact) => id,
    mutationFn: ({ id }: Contact) => unlessGone(send(sendingCalls.contact(handleId, id), { method: 'DELETE' })),
    onSuccess: (_response, { id, address }) => {
      editPages(client, handleId, (list) => list.filter((one) => one.id !== id));
      toast({ title: 'Contact Deleted', description: address });
    },
    onError: (error) => refuse(client, handleId, error),
  });
}

/** Shows the failure, and reads the list again: another tab may have changed it. */
function refuse(client: QueryClient, handleId: number, error: Error): void {
  showFailure(error);
  void client.invalidateQueries({ queryKey: [sendingCalls.contacts(handleId)] });
}

/** Edits the loaded pages of all searches. */
function editPages(client: QueryClient, handleId: number, edit: (list: Contact[]) => Contact[]): void {
  client.setQueriesData<InfiniteData<ListPage<Contact>>>(
    { queryKey: [sendingCalls.contacts(handleId)] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: edit(page.items) })) },
  );
}
