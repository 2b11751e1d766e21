import { type InfiniteData, infiniteQueryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { calls } from '../../../../contract/paths.ts';
import type { Contact } from '../../../../contract/sending/contacts.ts';
import { call, type ListPage, readPage, send } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { toast } from '../../../ui/toast/toast-store.ts';
import { showFailure, unlessGone } from '../../sending-query.ts';

const schemas = () => import('../../../../contract/sending/contacts.ts');
const loadContact = async () => (await schemas()).contact;

/** The contacts of a handle in pages, the latest activity first. */
export function contactsQuery(handleId: number, search: string) {
  const parameters = new URLSearchParams({ limit: '30', ...(search && { search }) });
  const first = `${calls.contacts(handleId)}?${parameters}`;
  return infiniteQueryOptions({
    queryKey: [calls.contacts(handleId), first],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, async () => (await schemas()).contacts, signal),
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
      call(calls.contacts(handleId), loadContact, { method: 'POST', body }),
    onSuccess: (contact) => {
      onAdded(contact);
      return client.invalidateQueries({ queryKey: [calls.contacts(handleId)] });
    },
  });
}

/** Blocks a contact, or lets their mail in again. */
export function useBlockContact(handleId: number) {
  const client = useQueryClient();
  return useAction({
    keyOf: ({ id }: Contact) => id,
    mutationFn: ({ id, blocked }: Contact) =>
      call(calls.contact(handleId, id), loadContact, { method: 'PATCH', body: { blocked: !blocked } }),
    onSuccess: (saved) => {
      editPages(client, handleId, (list) => list.map((contact) => (contact.id === saved.id ? saved : contact)));
      toast({
        title: saved.blocked ? 'Blocked' : 'Unblocked',
        description: `Mail from ${saved.address} is ${saved.blocked ? 'refused' : 'forwarded again'}.`,
      });
    },
    onError: (error) => refuse(client, handleId, error),
  });
}

/** Deletes a contact with its write-to address. */
export function useDeleteContact(handleId: number, onDeleted: () => void) {
  const client = useQueryClient();
  return useAction({
    keyOf: ({ id }: Contact) => id,
    mutationFn: ({ id }: Contact) => unlessGone(send(calls.contact(handleId, id), { method: 'DELETE' })),
    onSuccess: (_response, { id, address }) => {
      editPages(client, handleId, (list) => list.filter((contact) => contact.id !== id));
      onDeleted();
      toast({ title: 'Contact Deleted', description: address });
    },
    onError: (error) => refuse(client, handleId, error),
  });
}

/** Shows the failure, and reads the list again: another tab may have changed it. */
function refuse(client: QueryClient, handleId: number, error: Error): void {
  showFailure(error);
  void client.invalidateQueries({ queryKey: [calls.contacts(handleId)] });
}

/** Edits the loaded pages of all searches. */
function editPages(client: QueryClient, handleId: number, edit: (contacts: Contact[]) => Contact[]): void {
  client.setQueriesData<InfiniteData<ListPage<Contact>>>(
    { queryKey: [calls.contacts(handleId)] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: edit(page.items) })) },
  );
}
