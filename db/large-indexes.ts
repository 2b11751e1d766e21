import type pg from 'pg';

/** An index on a table that may be large. */
interface LargeIndex {
  name: string;
  /** The migration that creates the columns and functions of the index. */
  since: string;
  table: string;
  definition: string;
}

/** Defines an index for administrators' searches: see migration 0031. */
const parts = (name: string, table: string, texts: string, where = ''): LargeIndex => ({
  name,
  table,
  since: '0031_admin_search',
  definition: `using gin (search_parts(${texts}))${where}`,
});
const joined = (...columns: string[]) => `lower(${columns.map((one) => `coalesce(${one}, '')`).join(` || ' ' || `)})`;

/**
 * Indexes that are built outside the transactions of migrations, where they would block writes to their tables for
 * seconds.
 */
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
  {
    // Beside accounts_admins, which has the owners.
    name: 'accounts_with_role',
    table: 'accounts',
    since: '0042_admin_roles',
    definition: '(id) where admin_role is not null',
  },
];

/** The advisory lock of the process that builds the indexes; no other lock has a key of two numbers. */
const LOCK = [0x6e616d65, 31];
/**
 * Maximum time that a build waits for a transaction with an older snapshot, such as a backup. No one waits for the
 * build.
 */
const LOCK_TIMEOUT = '60s';
/**
 * Errors after which an index is built at a later start: lock not available, deadlock, or missing rights on the table.
 */
const POSTPONED = new Set(['55P03', '40P01', '42501']);

/**
 * Builds, without blocking writes, missing indexes and indexes that an interrupted build has left invalid. Returns the
 * names of the indexes that must wait for a later start; until then searches are slow but correct. Does nothing while
 * another process builds.
 */
export async function buildLargeIndexes(pool: pg.Pool, migrations: string[]): Promise<string[]> {
  const wanted = INDEXES.filter(({ since }) => migrations.includes(since));
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', LOCK);
    if (!rows[0]?.taken) return [];
    // Time limits of the role are meant for queries, not for builds over a whole table.
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'; set statement_timeout = 0`);
    const found = await stateOf(client, wanted);
    const missing = wanted.filter(({ name }) => found.get(name)?.is_valid !== true);
    for (const [at, index] of missing.entries()) {
      if (!(await build(client, index, found.has(index.name)))) return missing.slice(at).map(({ name }) => name);
    }
    // Without statistics on a new expression, the planner assumes that every search matches few rows.
    const now = await stateOf(client, wanted);
    const stale = wanted.filter(({ name }) => now.get(name)?.has_statistics === false).map(({ table }) => table);
    for (const table of new Set(stale)) await client.query(`analyze ${table}`);
    return [];
  } finally {
    // Ends the session, which releases its lock and settings.
    client.release(true);
  }
}

/** Creates the indexes in the caller's transaction on `client`. */
export async function createLargeIndexes(client: pg.ClientBase): Promise<void> {
  for (const { name, table, definition } of INDEXES) {
    await client.query(`create index if not exists ${name} on ${table} ${definition}`);
  }
}

/**
 * Builds an index if it is missing or invalid; returns whether it did. An invalid index slows down every write without
 * any use.
 */
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
