import { done } from '../../../contract/accounts/accounts.ts';
import { contact, contactChange, contactPage, contacts, newContact } from '../../../contract/sending/contacts.ts';
import { sendingCalls } from '../../../contract/sending/paths.ts';
import type { App } from '../../platform/http/app-context.ts';
import { idParams, linkNextPage, NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { addContact, changeContact, listContacts, removeContacts } from './contacts-rules.ts';

const tags = ['Sending'];
const contactParams = idParams.extend({ contactId: idParams.shape.id });

/** Routes of the contacts of a handle: people and their reply addresses. */
export function contactsRoutes(app: Server, { db, clock, site, sessions }: App): void {
  const onRequest = sessions.required;
  const { mailDomain } = site;

  app.get(
    '/api/handles/:id/contacts',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the contacts of a handle',
        description: `People who wrote to the handle or got mail from it, the newest activity first. \`search\` is a part of an address or a name. ${NEXT_PAGE}`,
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        querystring: contactPage,
        response: { 200: contacts },
      },
    },
    async (request, reply) => {
      const { params, query } = request;
      const of = { accountId: accountOf(request).id, handleId: params.id, mailDomain, now: clock() };
      const { contacts: listed, more } = await listContacts(db, of, query);
      linkNextPage(reply, site, sendingCalls.contacts(params.id), query.limit, more ? listed.at(-1)?.id : undefined, {
        search: query.search,
      });
      return listed;
    },
  );

  app.post(
    '/api/handles/:id/contacts',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Create the address to write to somebody',
        description:
          'Mail from the verified inbox to `writeTo` leaves from the handle. Returns the contact that exists if the address has one.',
        errors: ['not_found', 'role_without_right', 'plan_without_sending', 'invalid_input'],
        params: idParams,
        body: newContact,
        response: { 201: contact },
      },
    },
    async (request, reply) => {
      const of = { accountId: accountOf(request).id, handleId: request.params.id, mailDomain, now: clock() };
      return reply.code(201).send(await addContact(db, of, request.body));
    },
  );

  app.patch(
    '/api/handles/:id/contacts/:contactId',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Block or unblock a contact',
        errors: ['not_found', 'role_without_right'],
        params: contactParams,
        body: contactChange,
        response: { 200: contact },
      },
    },
    async (request) => {
      const { id: handleId, contactId } = request.params;
      const of = { accountId: accountOf(request).id, handleId, mailDomain, now: clock() };
      return changeContact(db, of, contactId, request.body.blocked);
    },
  );

  app.delete(
    '/api/handles/:id/contacts/:contactId',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete a contact',
        description: 'Its reply address stops working. The contact is created again if the person writes again.',
        errors: ['not_found', 'role_without_right'],
        params: contactParams,
        response: { 200: done },
      },
    },
    async (request) => {
      const { id: handleId, contactId } = request.params;
      await removeContacts(db, { accountId: accountOf(request).id, handleId, mailDomain, now: clock() }, contactId);
      return { message: 'The contact is deleted.' };
    },
  );

  app.delete(
    '/api/handles/:id/contacts',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete all contacts of a handle',
        description: 'Their reply addresses stop working, and blocked people can write again.',
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        response: { 200: done },
      },
    },
    async (request) => {
      const of = { accountId: accountOf(request).id, handleId: request.params.id, mailDomain, now: clock() };
      await removeContacts(db, of, undefined);
      return { message: 'All contacts are deleted.' };
    },
  );
}
