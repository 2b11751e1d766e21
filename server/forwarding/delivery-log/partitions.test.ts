import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY } from '../../../contract/time.ts';
import { migrate, ownMigrations } from '../../../db/migrate.ts';
import { newId } from '../../../mail/message/message-id.ts';
import { createEmptyDatabase } from '../../../tests/support/server/test-database.ts';
import { type Database, openDatabase, openPool } from '../../platform/db/database.ts';
import { type DeliveryRow, writeDeliveries } from '../shared/write-deliveries-store.ts';
import { deleteOldDeliveries } from './rules.ts';

const now = new Date();
const day = (ahead: number) => new Date(now.getTime() + ahead * DAY);
const weekOf = (at: Date) => {
  const monday = at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY;
  return new Date(monday).toISOString().slice(0, 10).replaceAll('-', '');
};

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let pool: pg.Pool;
let db: Database;
let handle: number;
/** The error code of an edit that was made while the last migrations ran. */
let edited: string | undefined;
/** Ids of deliveries written by the previous release, and one that no release writes. */
const before = [newId(day(-95)), newId(day(-1)), 'zz-of-nobody'] as const;

beforeAll(async () => {
  database = await createEmptyDatabase();
  pool = openPool(database.url);
  db = openDatabase(pool);
  const entries = Object.entries(await ownMigrations());
  const upTo = (name: string) => Object.fromEntries(entries.filter(([own]) => own <= name));
  await migrate(database.url, upTo('0025'));
  const { rows } = await pool.query<{ id: number }>(`insert into handles (handle) values ('ann') returning id`);
  handle = rows[0]?.id ?? 0;
  await insert(before[0], day(-95));
  await insert(before[1], day(-1));
  await insert(before[2], day(-1));
  // Between the two migrations, the previous release continues to write, and the job does not change anything yet.
  await migrate(database.url, upTo('0026'));
  await writeDeliveries(pool, [delivery(before[1], day(-1))]);
  await deleteOldDeliveries(db, day(-10));
  expect(await partitions()).toEqual([expect.stringMatching(/^until_/)]);
  edited = await migrateDuringAnEdit();
  // If the edit took long, the migration leaves the partitions to the job.
  await pool.query('select maintain_delivery_partitions($1::date, 90)', [now.toISOString().slice(0, 10)]);
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

/** Applies the last migrations while a handle is being edited. Returns the error code of the edit, if it failed. */
async function migrateDuringAnEdit(): Promise<string | undefined> {
  const editor = new pg.Client({ connectionString: database.url });
  await editor.connect();
  try {
    await editor.query('begin');
    await editor.query('select from handles where id = $1 for update', [handle]);
    let isDone = false;
    const migrated = migrate(database.url).finally(() => {
      isDone = true;
    });
    const waiting = `select from pg_locks where relation = 'handles'::regclass and not granted`;
    while (!isDone && (await pool.query(waiting)).rowCount === 0);
    const code = await editor.query('update handles set display_name = $2 where id = $1', [handle, 'Ann']).then(
      () => undefined,
      (error: { code?: string }) => error.code ?? String(error),
    );
    await editor.query('commit');
    await migrated;
    return code;
  } finally {
    await editor.end();
  }
}

const insert = (id: string, at: Date) =>
  pool.query(
    `insert into flights (id, handle_id, recipient, sender, author, client, size, state, received_at, events)
      values ($1, $2, 'ann@mail.example', 'bob@senders.example', '', '192.0.2.7', 1, 'queued', $3, '[{"step":"received"}]')`,
    [id, handle, at],
  );

const delivery = (id: string, at: Date): DeliveryRow => ({
  id,
  key: 'ann',
  recipient: 'ann@mail.example',
  sender: '',
  author: '',
  subject: '',
  client: '',
  size: 1,
  direction: 'received',
  state: 'delivered',
  at: at.toISOString(),
  inboxes: new Map(),
  events: [{ at: at.toISOString(), step: 'delivered' }] as unknown as DeliveryRow['events'],
});

const partitions = async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent = 'flights'::regclass order by 1`,
  );
  return rows.map(({ name }) => name.replace('flights_', ''));
};

const found = async () => {
  const { rows } = await pool.query<{ id: string; part: string }>(
    `select id, replace(tableoid::regclass::text, 'partitions.flights_', '') as part from flights order by received_at, id`,
  );
  return Object.fromEntries(rows.map(({ id, part }) => [id, part]));
};

it('lets an edit that has locked its handle finish while the partitions are attached', () => {
  expect(edited).toBeUndefined();
});

it('drops weeks without taking a stronger lock on handles than at its start', async () => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select maintain_delivery_partitions($1::date, 90)', [day(200).toISOString().slice(0, 10)]);
    const { rows } = await client.query<{ mode: string }>(
      `select mode from pg_locks where relation = 'handles'::regclass and pid = pg_backend_pid()`,
    );
    expect(rows.map(({ mode }) => mode)).not.toContain('AccessExclusiveLock');
    expect(
      (await client.query(`select from pg_class where relname like 'flights\\_until%' and relkind = 'r'`)).rowCount,
    ).toBe(0);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

it('keeps the deliveries of the previous release, and adds events to them', async () => {
  const [until] = (await partitions()).filter((name) => name.startsWith('until_'));
  expect(await found()).toEqual({ [before[0]]: until, [before[1]]: until, [before[2]]: 'default' });
  await writeDeliveries(pool, [delivery(before[1], day(-1))]);
  const { rows } = await pool.query('select state, jsonb_array_length(events) as events from flights where id = $1', [
    before[1],
  ]);
  expect(rows).toEqual([{ state: 'delivered', events: 3 }]);
  await deleteOldDeliveries(db, now);
  expect(Object.keys(await found())).not.toContain(before[0]);
});

it('stores deliveries by the week of their id, and drops a week when its first delivery is 90 days old', async () => {
  await deleteOldDeliveries(db, day(21));
  const [early, late] = [newId(day(21)), newId(day(27.9))];
  await writeDeliveries(pool, [delivery(early, day(21)), delivery(late, day(27.9))]);
  expect(await found()).toMatchObject({ [early]: weekOf(day(21)), [late]: weekOf(day(27.9)) });
  // Only dropping its partition can delete this row: its time is later than its week.
  await pool.query('update flights set received_at = $1 where id = $2', [day(100), early]);
  const monday = Date.parse(weekOf(day(21)).replace(/(....)(..)(..)/, '$1-$2-$3T00:00:00Z'));
  await deleteOldDeliveries(db, new Date(monday + 90 * DAY - 1));
  expect(Object.keys(await found())).toContain(early);
  await deleteOldDeliveries(db, new Date(monday + 90 * DAY));
  expect(Object.keys(await found())).not.toContain(early);
  expect(await partitions()).not.toContain(weekOf(day(21)));
  await deleteOldDeliveries(db, day(125));
  const left = await partitions();
  expect(left).toEqual(expect.arrayContaining([...[125, 132, 139].map((at) => weekOf(day(at))), 'default']));
  expect(left.filter((name) => name.startsWith('until_') || name <= weekOf(day(35)))).toEqual([]);
  expect(await found()).toEqual({});
});

it('moves deliveries stored while no job ran to the partition of their week', async () => {
  const id = newId(day(400));
  await insert(id, day(400));
  expect(await found()).toEqual({ [id]: 'default' });
  await deleteOldDeliveries(db, day(400));
  expect(await found()).toEqual({ [id]: weekOf(day(400)) });
});

it('fails soon while a backup reads the table, so that no other transaction waits, and succeeds later', async () => {
  const backup = new pg.Client({ connectionString: database.url });
  await backup.connect();
  try {
    await backup.query('begin; lock table flights in access share mode');
    await expect(deleteOldDeliveries(db, day(440))).rejects.toThrow('lock timeout');
  } finally {
    await backup.end();
  }
  await deleteOldDeliveries(db, day(440));
  expect(await partitions()).toContain(weekOf(day(440)));
});
