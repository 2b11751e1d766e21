import * as z from 'zod/mini';
import { emailAddress } from '../addresses.ts';
import { defineCall, done } from '../call.ts';

/**
 * One item of GET /api/handles/{id}/contacts: someone who has written to the handle, or to whom the owner wants to
 * write.
 */
export const contact = z.object({
  id: z.int().check(z.positive()),
  address: z.string(),
  /** The display name in From; empty if From had no name. */
  name: z.string(),
  /** Mail from the owner's verified inbox to this address leaves from the handle; null while the plan has no replies. */
  writeTo: z.nullable(z.string()),
  blocked: z.boolean(),
  lastReceivedAt: z.nullable(z.iso.datetime()),
  lastSentAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
});
export type Contact = z.infer<typeof contact>;
export const contacts = z.array(contact);

/** Paged: newest activity first; `after` is the id of the last item received. `search`: substring of address or name. */
export const contactPage = z.strictObject({
  limit: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(100))), 50),
  after: z.optional(z.pipe(z.coerce.number(), z.int().check(z.positive()))),
  search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
});
export type ContactPage = z.infer<typeof contactPage>;

/** POST /api/handles/{id}/contacts: creates the reply address for someone who has not written yet. */
export const newContact = z.strictObject({
  address: emailAddress,
  name: z._default(z.string().check(z.trim(), z.maxLength(120)), ''),
});

/** PATCH /api/handles/{id}/contacts/{contactId} */
const contactChange = z.strictObject({ blocked: z.boolean() });

export const getContacts = defineCall('GET /api/handles/:id/contacts', {
  right: 'mail',
  query: contactPage,
  response: contacts,
});

export const postContact = defineCall('POST /api/handles/:id/contacts', {
  right: 'mail',
  body: newContact,
  response: contact,
  status: 201,
  errors: ['plan_without_sending', 'invalid_input'],
});

export const patchContact = defineCall('PATCH /api/handles/:id/contacts/:contactId', {
  right: 'mail',
  body: contactChange,
  response: contact,
});

export const deleteContact = defineCall('DELETE /api/handles/:id/contacts/:contactId', {
  right: 'mail',
  response: done,
});

export const deleteContacts = defineCall('DELETE /api/handles/:id/contacts', { right: 'mail', response: done });
