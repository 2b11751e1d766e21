import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/** Returns the positions of the visits from a browser that is signed in as the owner of the page or as a member of its team. */
export async function ownVisits(db: Queryable, visits: { handle: string; tokenHash: Buffer }[]): Promise<Set<number>> {
  const handles = visits.map(({ handle }) => handle);
  const tokens = visits.map(({ tokenHash }) => tokenHash);
  const { rows } = await sql<{ at: string }>`
    select v.at - 1 as at from unnest(${handles}::text[], ${tokens}::bytea[]) with ordinality as v (handle, token, at)
    join sessions s on s.token_hash = v.token
    join handles h on h.handle = v.handle
    where h.account_id = s.account_id
      or exists (select from handle_members m where m.handle_id = h.id and m.account_id = s.account_id)`.execute(db);
  return new Set(rows.map(({ at }) => Number(at)));
}
