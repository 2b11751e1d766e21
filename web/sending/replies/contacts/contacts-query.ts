import { type InfiniteData, infiniteQueryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { pathOf } from '../../../../contract/call.ts';
import {
  type Contact,
  deleteContact,
  getContacts,
  patchContact,
  postContact,
} from '../../../../contract/sending/contacts.ts';
import { call, type ListPage, send } from '../../../api/client.ts';
import { showFailure, unlessGone } from '../../../api/failure.ts';
import { pagesOf } from '../../../api/query-client.ts';
import { useAction } from '../../../api/use-action.ts';
import { toast } from '../../../ui/toast/toast-store.ts';

/** The contacts of a handle in pages, latest activity first. */
export function contactsQuery(handleId: number, search: string) {
  return infiniteQueryOptions({
    ...pagesOf(getContacts, { id: handleId, query: { limit: 30, search: search || undefined } }),
    // Mail creates contacts without an action in this browser.
    staleTime: 0,
  });
}

/** Adds a contact who has not written yet. The caller shows the error. */
export function useAddContact(handleId: number, onAdded: (contact: Contact) => void) {
  const client = useQueryClient();
  return useAction({
    keyOf: ({ address, name }: { address: string; name: string }) => `${address} ${name}`,
    mutationFn: (body: { address: string; name: string }) => call(postContact, { id: handleId, body }),
    onSuccess: (added) => {
      onAdded(added);
      return client.invalidateQueries({ queryKey: [pathOf(getContacts, { id: handleId })] });
    },
  });
}

/** Blocks a contact, or lets their mail in again. */
export function useBlockContact(handleId: number) {
  const client = useQueryClient();
  return useAction({
    keyOf: ({ id }: Contact) => id,
    mutationFn: ({ id, blocked }: Contact) =>
      call(patchContact, { id: handleId, contactId: id, body: { blocked: !blocked } }),
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
    mutationFn: ({ id }: Contact) => unlessGone(send(deleteContact, { id: handleId, contactId: id })),
    onSuccess: (_response, { id, address }) => {
      editPages(client, handleId, (list) => list.filter((one) => one.id !== id));
      toast({ title: 'Contact Deleted', description: address });
    },
    onError: (error) => refuse(client, handleId, error),
  });
}

/** Shows the failure and refetches the list, which another tab may have changed. */
function refuse(client: QueryClient, handleId: number, error: Error): void {
  showFailure(error);
  void client.invalidateQueries({ queryKey: [pathOf(getContacts, { id: handleId })] });
}

/** Edits the loaded pages of all searches. */
function editPages(client: QueryClient, handleId: number, edit: (list: Contact[]) => Contact[]): void {
  client.setQueriesData<InfiniteData<ListPage<Contact>>>(
    { queryKey: [pathOf(getContacts, { id: handleId })] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: edit(page.items) })) },
  );
}
