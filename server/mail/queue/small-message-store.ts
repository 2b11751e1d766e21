import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { DB } from '../../../db/schema.ts';
import type { Enqueued } from '../../../mail/message/queued-message.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { CHUNK_BYTES, chunksOf } from './chunks.ts';
import { commitStatement } from './transaction.ts';
import { copyRows, INSERT_COPIES } from './write-store.ts';

/**
 * Messages small enough to be stored in one statement, each with its single compressed chunk, which is empty for an empty body.
 */
export interface SmallMessages {
  items: Enqueued[];
  chunks: Buffer[];
}

/** Returns whether the messages are small enough to be stored in one statement. */
export function isSmall(items: Enqueued[]): boolean {
  return items.reduce((sum, { message }) => sum + message.body.size, 0) < CHUNK_BYTES;
}

export async function compressSmall(items: Enqueued[]): Promise<SmallMessages> {
  const chunks = await Promise.all(
    items.map(async ({ message }) => {
      const pieces: Buffer[] = [];
      for await (const piece of chunksOf(message.body)) pieces.push(piece);
      return Buffer.concat(pieces);
    }),
  );
  return { items, chunks };
}

/** The chunks are sent as one value that the database splits, because an array would be sent as text of twice the length. */
const INSERT_SMALL = `
  with items as (
    select * from json_to_recordset($1::json) as m
      (id text, report_to text, utf8 boolean, size bigint, start integer, length integer)
  ), messages as (
    insert into mail_messages (id, report_to, utf8, size) select id, report_to, utf8, size from items
  ), chunks as (
    insert into mail_chunks (message_id, position, bytes)
    select id, 0, substring($2::bytea from start for length) from items where length > 0
  )
  ${INSERT_COPIES('$3')}`;

/**
 * Stores all groups of small messages with their copies, or none, in one round trip. Returns the leases of each group in order.
 */
export async function insertSmall(pool: pg.Pool, groups: SmallMessages[]): Promise<string[][]> {
  const { rows } = await commitStatement<{ id: string; lease: string | null }>(pool, {
    name: 'enqueue-small',
    ...smallInsert(groups),
  });
  const leases = new Map(rows.map(({ id, lease }) => [id, lease ?? '']));
  return groups.map((group) =>
    group.items.flatMap(({ recipients }) => recipients.map(({ id }) => leases.get(id) ?? '')),
  );
}

/**
 * Stores a small message with its copies in the caller's transaction. Call `wakeQueueRunners` afterwards to send it
 * immediately.
 */
export async function insertSmallIn(trx: Transaction<DB>, item: Enqueued): Promise<void> {
  const { text, values } = smallInsert([await compressSmall([item])]);
  await trx.executeQuery(CompiledQuery.raw(text, values));
}

/** Returns the statement that stores groups of small messages. */
function smallInsert(groups: SmallMessages[]): { text: string; values: unknown[] } {
  const items = groups.flatMap((group) => group.items);
  const chunks = groups.flatMap((group) => group.chunks);
  let start = 1;
  const messages = items.map(({ message: { id, reportTo, utf8, body } }, at) => {
    const length = chunks[at]?.length ?? 0;
    start += length;
    return { id, report_to: reportTo, utf8, size: body.size, start: start - length, length };
  });
  return { text: INSERT_SMALL, values: [JSON.stringify(messages), Buffer.concat(chunks), copyRows(items)] };
}
