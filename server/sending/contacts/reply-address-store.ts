import { sql } from 'kysely';
import type { FeaturedHandle } from '../../handle-access/entitlement.ts';
import { COMMON_FEATURES, hasFeature } from '../../handle-access/entitlement-store.ts';
import type { Queryable } from '../../platform/db/database.ts';

/** A person of one handle. */
export interface HandlePerson {
  handle: string;
  /** In lower case. */
  address: string;
  name: string;
}

/** Returns the valid tokens of people that were used since `fresh`, in order; null for the others. */
export async function findFreshTokens(db: Queryable, people: HandlePerson[], fresh: Date): Promise<(string | null)[]> {
  const numbered = people.map(({ handle, address }, nr) => ({ nr, handle, address }));
  const { rows } = await sql<{ token: string | null }>`
    select c.token from json_to_recordset(${JSON.stringify(numbered)}::json) as p (nr integer, handle text, address text)
    left join handles h on h.handle = p.handle
    left join contacts c on c.handle_id = h.id and c.address = p.address and c.token_used_at > ${fresh}
    order by p.nr`.execute(db);
  return rows.map(({ token }) => token);
}

/**
 * Returns the tokens of people, in one statement that settles races between processes: creates contacts, replaces expired
 * tokens, and marks all as used now. Undefined for a handle that does not exist.
 */
export async function upsertTokens(
  db: Queryable,
  people: (HandlePerson & { token: string })[],
  { now, expired }: { now: Date; expired: Date },
): Promise<(string | undefined)[]> {
  const { rows } = await sql<{ handle: string; address: string; token: string }>`
    with stored as (
      insert into contacts as c (handle_id, address, name, token, token_used_at)
      select distinct on (h.id, p.address) h.id, p.address, p.name, p.token, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(people)}::json) as p (handle text, address text, name text, token text)
      join handles h on h.handle = p.handle
      -- The same order in all processes, so that they cannot deadlock.
      order by h.id, p.address
      on conflict (handle_id, address) do update set
        name = case when c.name = '' then excluded.name else c.name end,
        token = case when coalesce(c.token_used_at, c.created_at) > ${expired} then coalesce(c.token, excluded.token)
          else excluded.token end,
        token_used_at = excluded.token_used_at
      returning handle_id, address, token
    )
    select h.handle, stored.address, stored.token from stored join handles h on h.id = stored.handle_id`.execute(db);
  const tokens = new Map(rows.map(({ handle, address, token }) => [`${handle} ${address}`, token]));
  return people.map(({ handle, address }) => tokens.get(`${handle} ${address}`));
}

/** The contact of a token. */
export interface TokenRow extends FeaturedHandle {
  token: string;
  state: string;
  display_name: string | null;
  address: string;
  name: string;
  inbox: string | null;
  backup_address: string | null;
  allow_inbox_in_text: boolean | null;
  /** The verified inboxes of the members, or null. */
  members: { address: string; role: string }[] | null;
}

/** Returns the contacts of tokens that were used since `expired`. Blocked contacts are left out. */
export async function findTokens(db: Queryable, tokens: string[], expired: Date): Promise<TokenRow[]> {
  return db
    .selectFrom('contacts')
    .innerJoin('handles', 'handles.id', 'contacts.handle_id')
    .leftJoin('forwardings', 'forwardings.handle_id', 'handles.id')
    .leftJoin('sending_settings', 'sending_settings.handle_id', 'handles.id')
    .select(['contacts.token', 'contacts.address', 'contacts.name', 'handles.handle', 'handles.state'])
    .select(COMMON_FEATURES.as('common_features'))
    .select(['handles.display_name', 'forwardings.address as inbox', 'forwardings.backup_address'])
    .select('sending_settings.allow_inbox_in_text')
    .select(
      sql<TokenRow['members']>`(
        select json_agg(json_build_object('address', m.address, 'role', m.role) order by m.id)
        from handle_members m join accounts a on a.id = m.account_id
        where m.handle_id = handles.id and m.mail and m.address is not null
          and a.closed_at is null and a.suspended_at is null
      )`.as('members'),
    )
    .where('contacts.token', 'in', tokens)
    .where('contacts.blocked', '=', false)
    .where(sql<Date>`coalesce(contacts.token_used_at, contacts.created_at)`, '>', expired)
    .$narrowType<{ token: string }>()
    .execute();
}

/** Records that people wrote to handles that can reply. Does not touch tokens, so that no cache is invalidated. */
export async function upsertReceived(
  db: Queryable,
  people: (HandlePerson & { token: string; at: string })[],
): Promise<void> {
  await sql`
    insert into contacts as c (handle_id, address, name, token, token_used_at, last_received_at)
    select distinct on (h.id, p.address) h.id, p.address, p.name, p.token, p.at, p.at
    from json_to_recordset(${JSON.stringify(people)}::json) as p (handle text, address text, name text, token text, at timestamptz)
    join handles h on h.handle = p.handle and ${hasFeature('sending', sql.ref('h'))}
    order by h.id, p.address, p.at desc
    on conflict (handle_id, address) do update set
      name = coalesce(nullif(excluded.name, ''), c.name),
      last_received_at = greatest(c.last_received_at, excluded.last_received_at)`.execute(db);
}

/** Records that handles wrote to people, which also extends the validity of their tokens. */
export async function updateSent(
  db: Queryable,
  people: { handle: string; address: string; at: string }[],
): Promise<void> {
  await sql`
    update contacts c set last_sent_at = greatest(c.last_sent_at, p.at), token_used_at = greatest(c.token_used_at, p.at)
    from (
      select h.id, p.address, max(p.at) as at
      from json_to_recordset(${JSON.stringify(people)}::json) as p (handle text, address text, at timestamptz)
      join handles h on h.handle = p.handle group by 1, 2
    ) p where c.handle_id = p.id and c.address = p.address`.execute(db);
}
