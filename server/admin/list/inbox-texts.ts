import { type RawBuilder, sql } from 'kysely';
import type { SearchedText } from './listing.ts';

const FORWARDING = sql<string>`lower(coalesce(w.address, '') || ' ' || coalesce(w.pending_address, '') || ' '
  || coalesce(w.backup_address, '') || ' ' || coalesce(w.backup_pending_address, ''))`;
const MEMBER = sql<string>`lower(coalesce(m.address, '') || ' ' || coalesce(m.pending_address, ''))`;

/** The addresses of inboxes, verified or not, as searched texts of their handles. */
export const INBOXES_OF_HANDLE: SearchedText[] = [
  { text: FORWARDING, from: sql`forwardings w`, id: sql`w.handle_id` },
  { text: MEMBER, from: sql`handle_members m`, id: sql`m.handle_id` },
];

const owner: RawBuilder<unknown> = sql`h.account_id`;

/** The same addresses as searched texts of accounts: the owner of the handle, and the member whose inbox it is. */
export const INBOXES_OF_ACCOUNT: SearchedText[] = [
  { text: FORWARDING, from: sql`handles h join forwardings w on w.handle_id = h.id`, id: owner },
  { text: MEMBER, from: sql`handle_members m`, id: sql`m.account_id` },
];
