import {
  deleteContact,
  deleteContacts,
  getContacts,
  patchContact,
  postContact,
} from '../../../contract/sending/contacts.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { addContact, changeContact, listContacts, removeContacts } from './contacts-rules.ts';

/** Routes of the contacts of a handle: people and their reply addresses. */
export function contactsRoutes(app: Server, { db, clock, site, sessions }: App): void {
  const { mailDomain } = site;

  const serve = callServer(app, sessions, 'Sending');
  serve(
    getContacts,
    {
      summary: 'List the contacts of a handle',
      description: `People who wrote to the handle or got mail from it, most recent activity first. \`search\` is a part of an address or a name. ${NEXT_PAGE}`,
    },
    async ({ query, target }) => listContacts(db, { ...target, mailDomain, now: clock() }, query),
  );

  serve(
    postContact,
    {
      summary: 'Create the address for writing to someone',
      description:
        'Mail from the verified inbox to `writeTo` leaves from the handle. Returns the existing contact if the address already has one.',
    },
    async ({ body, target }) => addContact(db, { ...target, mailDomain, now: clock() }, body),
  );

  serve(patchContact, { summary: 'Block or unblock a contact' }, async ({ target, params, body }) =>
    changeContact(db, { ...target, mailDomain, now: clock() }, params.contactId, body.blocked),
  );

  serve(
    deleteContact,
    {
      summary: 'Delete a contact',
      description: 'Its reply address stops working. The contact is created again if the person writes again.',
    },
    async ({ target, params }) => {
      await removeContacts(db, { ...target, mailDomain, now: clock() }, params.contactId);
      return { message: 'The contact is deleted.' };
    },
  );

  serve(
    deleteContacts,
    {
      summary: 'Delete all contacts of a handle',
      description: 'Their reply addresses stop working, and blocked people can write again.',
    },
    async ({ target }) => {
      const of = { ...target, mailDomain, now: clock() };
      await removeContacts(db, of, undefined);
      return { message: 'All contacts are deleted.' };
    },
  );
}
