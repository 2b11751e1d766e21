import pg from 'pg';

/** Runs `work` on a separate connection. */
export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Everything in a database that a backup must keep: rows as text by table, sequences, and the definitions of the schema. */
export async function databaseContent(url: string): Promise<Record<string, string[]>> {
  return onDatabase(url, async (client) => {
    const content: Record<string, string[]> = {};
    for (const { name } of await tablesOf(client)) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
      content[name] = rows.map(({ row }) => row);
    }
    for (const [kind, query] of Object.entries(DEFINITIONS)) {
      const { rows } = await client.query<{ text: string }>(query);
      content[kind] = rows.map(({ text }) => text);
    }
    return content;
  });
}

/** Returns the differences of two databases, one line each. The state of the queue differs after every restore. */
export function differences(before: Record<string, string[]>, after: Record<string, string[]>): string[] {
  const found: string[] = [];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (name === 'mail_queue_state') continue;
    const [old, current] = [new Set(before[name]), new Set(after[name])];
    if (before[name]?.length !== after[name]?.length) found.push(`${name}: another number of rows`);
    for (const line of old) if (!current.has(line)) found.push(`${name}: lacks ${line.slice(0, 200)}`);
    for (const line of current) if (!old.has(line)) found.push(`${name}: has ${line.slice(0, 200)}`);
  }
  return found;
}

const OURS = `in ('public', 'graphile_worker')`;
const DEFINITIONS = {
  sequences: `select format('%s.%s %s', schemaname, sequencename, last_value) as text from pg_sequences
    where schemaname ${OURS} order by 1`,
  constraints: `select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as text from pg_constraint
    where connamespace::regnamespace::text ${OURS} order by 1`,
  indexes: `select indexdef as text from pg_indexes where schemaname ${OURS} order by 1`,
  triggers: `select format('%s %s', tgenabled, pg_get_triggerdef(t.oid)) as text from pg_trigger t
    join pg_class c on c.oid = tgrelid where not tgisinternal and c.relnamespace::regnamespace::text ${OURS} order by 1`,
  columns: `select format('%s.%s.%s %s %s %s', table_schema, table_name, column_name, data_type, is_nullable, column_default) as text
    from information_schema.columns where table_schema ${OURS} order by 1`,
};

/** Fills every table that has no row with one whose texts need escaping. Returns the tables that are still empty. */
export async function fillEveryTable(url: string): Promise<string[]> {
  return onDatabase(url, async (client) => {
    const failures = new Map<string, string>();
    // A table can be filled after the tables that it refers to.
    for (let progress = true; progress; ) {
      progress = false;
      for (const { name } of await tablesOf(client)) {
        const { rows } = await client.query(`select from ${name} limit 1`);
        if (rows.length > 0) continue;
        try {
          await insertRow(client, name);
          progress = true;
          failures.delete(name);
        } catch (error) {
          failures.set(name, (error as Error).message);
        }
      }
    }
    return [...failures].map(([name, message]) => `${name}: ${message}`);
  });
}

interface Column {
  name: string;
  type: string;
  label: string | null;
  target: string | null;
  key: string | null;
}

async function insertRow(client: pg.Client, table: string): Promise<void> {
  const { rows: columns } = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type, f.confrelid::regclass::text as target,
      (select attname from pg_attribute k where k.attrelid = f.confrelid and k.attnum = f.confkey[1]) as key,
      (select enumlabel from pg_enum where enumtypid = a.atttypid order by enumsortorder desc limit 1) as label
    from pg_attribute a left join pg_constraint f on f.conrelid = a.attrelid and f.contype = 'f' and f.conkey[1] = a.attnum
    where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''`,
    [table],
  );
  const values = columns.map(({ name, type, label, target, key }) => {
    const own = VALUES[`${table}.${name}`];
    if (own !== undefined) return own;
    if (target) return `(select "${key}" from ${target} order by 1 limit 1)`;
    if (label !== null) return `'${label}'`;
    return BY_TYPE[type] ?? 'null';
  });
  const names = columns.map(({ name }) => `"${name}"`);
  await client.query(`insert into ${table} (${names.join(', ')}) values (${values.join(', ')})`);
}

const BY_TYPE: Record<string, string> = {
  text: `E'tab\\tnewline\\nreturn\\rback\\\\slash \\\\N "quote" ''apostrophe'' äß€😀'`,
  integer: '7',
  smallint: '7',
  bigint: '9007199254740993',
  boolean: 'true',
  'timestamp with time zone': `'2026-03-29 01:59:59.123456+00'`,
  bytea: `'\\x00ff0a0d5c09'::bytea`,
  json: `E'{"a": "back\\\\\\\\slash \\\\n \\\\u20ac"}'`,
  jsonb: `'{"a": [1.5, null, "ü"]}'`,
  uuid: 'gen_random_uuid()',
  'text[]': `array['a,b', 'c"d', null]`,
  'jsonb[]': 'null',
};

/** Values that a check or the meaning of a column requires. */
const VALUES: Record<string, string> = {
  'role_days.day': 'current_date',
  'accounts.first_run': "'open'",
  'accounts.admin_role': "'finance'",
  'site.id': '1',
  'legal_versions.kind': `'terms'`,
  'legal_versions.holds_from': `'2026-11-22'`,
  'handles.handle': `'ann'`,
  'page_blocks.type': `'heading'`,
  'handle_pictures.kind': `'block'`,
  'page_counts.kind': `'referrer'`,
  'page_hours.hour': `'2026-11-22 13:00:00Z'`,
  'page_days.day': `'2026-11-22'`,
  'page_counts.day': `'2026-11-22'`,
  'page_visitors.day': `'2026-11-22'`,
  'visitor_salts.day': `'2026-11-22'`,
  'analytics_state.rolled_up_until': `'2026-11-22'`,
  'view_imports.days': `array['2026-11-22'::date]`,
  'handle_members.role': `'editor'`,
  'handles.state': `'active'`,
  'handles.state_before': 'null',
  'handles.quarantined_at': 'null',
  'forwardings.when_off': `'drop'`,
  'forwardings.pause_reason': `'inbox-gone'`,
  'forwardings.refusal': `'full'`,
  'forwardings.backup_refusal': `'down'`,
  'forwardings.pending_refusal': `'other'`,
  'handle_members.refusal': `'gone'`,
  'email_changes.state': `'changed'`,
  'flights.state': `'queued'`,
  'flights.direction': `'sent'`,
  'mail_recipients.traffic': `'sent'`,
  'sending_settings.reply_mode': `'reply'`,
  'sending_settings.pause_reason': `'bounces'`,
  'auto_replies.audience': `'contacts'`,
  'auto_replies.ends_at': 'null',
  'mail_reports.kind': `'tls'`,
  'mail_alarms.kind': `'tls'`,
  'support_requests.state': `'open'`,
  'support_requests.closed_at': 'null',
  'packages.price_now_cents': '5',
  'page_cases.state': `'appealed'`,
  'page_cases.action': `'hide-block'`,
  'page_cases.closed_at': 'null',
  'page_reports.reason': `'phishing'`,
  'mail_recipients.held': 'true',
  'sessions.method': `'passkey'`,
  'passkey_challenges.purpose': `'confirm'`,
  'passkey_challenges.browser_hash': 'null',
};

async function tablesOf(client: pg.Client): Promise<{ name: string }[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where relkind in ('r', 'p') and relnamespace::regnamespace::text ${OURS}
    order by 1`,
  );
  return rows;
}
