import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { BookUser, Search, SearchX, UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Contact } from '../../../../contract/sending/contacts.ts';
import { errorText } from '../../../api/error-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Empty, Loading, Panel, Section } from '../../../ui/section.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { Strong } from '../../../ui/strong.tsx';
import { useFocusAfterRemoval } from '../../../ui/use-focus-after-removal.ts';
import { AddContactDialog } from './add-contact-dialog.tsx';
import { ContactRow } from './contact-row.tsx';
import { contactsQuery, useBlockContact, useDeleteContact } from './contacts-query.ts';

const SEARCH_DEBOUNCE_MS = 300;
const FAILED = 'We could not load the contacts of this handle. Please try again.';

interface ContactsSectionProps {
  handleId: number;
  address: string;
  inbox: string | undefined;
}

/** The people who have written to a handle, with the addresses to write to them. */
export function ContactsSection({ handleId, address, inbox }: ContactsSectionProps) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState({ isOpen: false, count: 0 });
  const [deleting, setDeleting] = useState<Contact | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error, isFetching, isPlaceholderData, refetch, ...list } = useInfiniteQuery({
    ...contactsQuery(handleId, search),
    placeholderData: keepPreviousData,
  });
  const block = useBlockContact(handleId);
  const remove = useDeleteContact(handleId);
  // New activity shifts the pages, so the same contact may be on two of them.
  const contacts = data && [
    ...new Map(data.pages.flatMap(({ items }) => items).map((contact) => [contact.id, contact])).values(),
  ];
  const title = useFocusAfterRemoval<HTMLHeadingElement>(contacts?.length ?? 0);
  const isEmpty = contacts?.length === 0 && search === '';
  const add = (
    <Button variant="secondary" onClick={() => setAdding({ isOpen: true, count: adding.count + 1 })}>
      <UserPlus aria-hidden /> Add a contact
    </Button>
  );
  return (
    <Section
      titleRef={title}
      title="Contacts"
      about={
        <>
          Everyone who has written to you. Mail from {inbox ? <Strong>{inbox}</Strong> : 'your inbox'} to somebody’s
          write-to address leaves from <Strong>{address}</Strong>.
        </>
      }
      action={contacts && !isEmpty && add}
    >
      {!isEmpty && data && (
        <search className="relative block">
          <Search
            className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-soft"
            aria-hidden
          />
          <Input
            type="search"
            aria-label="Find a contact by name or address"
            placeholder="Find a name or an address"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            maxLength={200}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            className="pl-10.5"
          />
        </search>
      )}
      {!contacts && (
        <Loading
          label="Loading contacts"
          failed={error !== null && errorText(error, FAILED)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {isEmpty && (
        <Panel>
          <Empty icon={<BookUser aria-hidden />} title="No contacts yet">
            <p>Everyone who writes to this handle appears here. Add somebody yourself to write to them first.</p>
            <div className="mt-4">{add}</div>
          </Empty>
        </Panel>
      )}
      {contacts?.length === 0 && !isEmpty && (
        <Panel>
          <div role="status">
            <Empty icon={<SearchX aria-hidden />} title="Nobody found">
              <p>No contact of this handle matches.</p>
            </Empty>
          </div>
        </Panel>
      )}
      {contacts && contacts.length > 0 && (
        <div>
          <ul
            aria-label="Contacts"
            aria-busy={isPlaceholderData}
            className={classNames(
              'divide-y divide-border rounded-card border border-border bg-surface shadow-soft',
              isPlaceholderData && 'opacity-60',
            )}
          >
            {contacts.map((contact) => (
              <li key={contact.id} className="outline-none">
                <ContactRow
                  contact={contact}
                  isBlocking={block.isPending && block.variables?.id === contact.id}
                  onBlock={() => block.mutate(contact)}
                  onDelete={() => setDeleting(contact)}
                />
              </li>
            ))}
          </ul>
          {list.hasNextPage && (
            <ShowMore
              busy={list.isFetchingNextPage}
              failed={list.isFetchNextPageError && errorText(error, FAILED)}
              onMore={() => void list.fetchNextPage()}
            />
          )}
        </div>
      )}
      <AddContactDialog
        key={adding.count}
        open={adding.isOpen}
        handleId={handleId}
        inbox={inbox}
        onClose={() => setAdding({ ...adding, isOpen: false })}
      />
      <ConfirmDialog
        open={deleting !== null}
        title="Delete this contact?"
        description={
          <p>
            The write-to address of <Strong>{deleting?.address}</Strong> stops working. If they write again, they appear
            here again, with another one.
          </p>
        }
        confirmLabel="Delete"
        cancelLabel="Keep it"
        onClose={() => setDeleting(null)}
        onConfirm={() => {
          if (deleting) remove.mutate(deleting);
          setDeleting(null);
        }}
      />
    </Section>
  );
}
