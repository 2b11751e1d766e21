import type pg from 'pg';

/** An index on a table that may be large. */
interface LargeIndex {
  name: string;
  /** The migration that creates what the index needs. */
  since: string;
  table: string;
  definition: string;
}

/** What searches of administrators read: see migration 0031. */
const parts = (name: string, table: string, texts: string, where = ''): LargeIndex => ({
  name,
  table,
  since: '0031_admin_search',
  definition: `using gin (search_parts(${texts}))${where}`,
});
const joined = (...columns: string[]) => `lower(${columns.map((one) => `coalesce(${one}, '')`).join(` || ' ' || `)})`;

/** Indexes that are no part of a migration's transaction: building them there would block writes to their tables for seconds. */
const INDEXES: readonly LargeIndex[] = [
  parts('accounts_parts', 'accounts', 'lower(email)'),
  parts('handles_parts', 'handles', 'handle'),
  parts('handles_display_name_parts', 'handles', 'lower(display_name)', ' where display_name is not null'),
  parts(
    'forwardings_parts',
    'forwardings',
    joined('address', 'pending_address', 'backup_address', 'backup_pending_address'),
  ),
  parts('handle_members_parts', 'handle_members', joined('address', 'pending_address')),
  parts('payments_parts', 'payments', joined('handle', 'email', 'payer_email')),
  {
    name: 'mail_recipients_held',
    table: 'mail_recipients',
    since: '0031_admin_search',
    definition: '(id) where held',
  },
];

/** Identifies the advisory lock of the process that builds; no other number of two parts is used. */
const LOCK = [0x6e616d65, 31];
/** How long a build waits for a transaction that may still read the state before it, such as a backup. Nobody waits for it meanwhile. */
const LOCK_TIMEOUT = '60s';
/** A lock is not available, a deadlock, or a role that may not change tables: the index is built at a later start. */
const POSTPONED = new Set(['55P03', '40P01', '42501']);

/**
 * Builds the indexes that are missing, without blocking writes, and those that an interrupted build has left invalid. Returns the
 * names of those that have to wait for a later start; until then searches are slow, not wrong. Does nothing while another process builds.
 */
export async function buildLargeIndexes(pool: pg.Pool, migrations: string[]): Promise<string[]> {
  const wanted = INDEXES.filter(({ since }) => migrations.includes(since));
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', LOCK);
    if (!rows[0]?.taken) return [];
    // A limit of the role is made for queries, not for builds over a whole table.
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'; set statement_timeout = 0`);
    const found = await stateOf(client, wanted);
    const missing = wanted.filter(({ name }) => found.get(name)?.is_valid !== true);
    for (const [at, index] of missing.entries()) {
      if (!(await build(client, index, found.has(index.name)))) return missing.slice(at).map(({ name }) => name);
    }
    // Without statistics of a new expression, the planner takes every search for a rare one.
    const now = await stateOf(client, wanted);
    const stale = wanted.filter(({ name }) => now.get(name)?.has_statistics === false).map(({ table }) => table);
    for (const table of new Set(stale)) await client.query(`analyze ${table}`);
    return [];
  } finally {
    // Ends the session, and with it its lock and settings.
    client.release(true);
  }
}

/** Creates the indexes in the transaction that the caller has begun on `client`. */
export async function createLargeIndexes(client: pg.ClientBase): Promise<void> {
  for (const { name, table, definition } of INDEXES) {
    await client.query(`create index if not exists ${name} on ${table} ${definition}`);
  }
}

/** Returns whether an index was built. An invalid one costs every write, and is no use. */
async function build(
  client: pg.ClientBase,
  { name, table, definition }: LargeIndex,
  isInvalid: boolean,
): Promise<boolean> {
  try {
    if (isInvalid) await client.query(`drop index concurrently if exists ${name}`);
    await client.query(`create index concurrently ${name} on ${table} ${definition}`);
    return true;
  } catch (error) {
    if (POSTPONED.has(String((error as { code?: unknown }).code))) return false;
    throw error;
  }
}

async function stateOf(client: pg.ClientBase, indexes: LargeIndex[]) {
  const { rows } = await client.query<{ name: string; is_valid: boolean; has_statistics: boolean }>(
    `select c.relname as name, i.indisvalid as is_valid,
       i.indexprs is null or c.reltuples <= 0 or exists (select from pg_stats s where s.tablename = c.relname) as has_statistics
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
    [indexes.map(({ name }) => name)],
  );
  return new Map(rows.map((row) => [row.name, row]));
}
