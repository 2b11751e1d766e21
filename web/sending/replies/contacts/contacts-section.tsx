import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { BookUser, SearchX, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Contact } from '../../../../contract/sending/contacts.ts';
import { distinctItems } from '../../../api/distinct-items.ts';
import { errorText } from '../../../api/error-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { useSearch } from '../../../ui/form/use-search.ts';
import { MoreItems } from '../../../ui/more-items.tsx';
import { Empty, Loading, Panel, Section } from '../../../ui/section.tsx';
import { Strong } from '../../../ui/strong.tsx';
import { useFocusAfterRemoval } from '../../../ui/use-focus-after-removal.ts';
import { AddContactDialog } from './add-contact-dialog.tsx';
import { ContactRow } from './contact-row.tsx';
import { contactsQuery, useBlockContact, useDeleteContact } from './contacts-query.ts';

const FAILED = 'We could not load the contacts of this handle. Please try again.';

interface ContactsSectionProps {
  handleId: number;
  address: string;
  inbox: string | undefined;
}

/** The people who have written to a handle, with the addresses to write to them. */
export function ContactsSection({ handleId, address, inbox }: ContactsSectionProps) {
  const { typed, setTyped, search } = useSearch();
  const [adding, setAdding] = useState({ isOpen: false, count: 0 });
  const [deleting, setDeleting] = useState<Contact | null>(null);
  const { data, error, isFetching, isPlaceholderData, refetch, ...list } = useInfiniteQuery({
    ...contactsQuery(handleId, search),
    placeholderData: keepPreviousData,
  });
  const block = useBlockContact(handleId);
  const remove = useDeleteContact(handleId);
  const contacts = distinctItems(data);
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
          Everyone who has written to you. Each has a reply address: what you write to it from{' '}
          {inbox ? <Strong>{inbox}</Strong> : 'your inbox'} reaches them from <Strong>{address}</Strong>.
        </>
      }
      action={contacts && !isEmpty && add}
    >
      {!isEmpty && data && (
        <search>
          <SearchField
            label="Find a contact by name or address"
            placeholder="Find a name or an address"
            value={typed}
            onChange={setTyped}
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
          <MoreItems list={list} reason={errorText(error, FAILED)} />
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
            The reply address of <Strong>{deleting?.address}</Strong> stops working. If they write again, they appear
            here again, with another reply address.
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
