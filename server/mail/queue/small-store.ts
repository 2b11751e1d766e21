import type pg from 'pg';
import type { Enqueued } from '../../../mail/message/queued-message.ts';
import { CHUNK_BYTES, chunksOf } from './chunks.ts';
import { commitAtOnce } from './transaction.ts';
import { copyRows, INSERT_COPIES } from './write-store.ts';

/** Messages that are small enough to be stored in one statement, each with its compressed bytes, one chunk or none. */
export interface SmallItems {
  items: Enqueued[];
  chunks: Buffer[];
}

/** Whether these go into one statement: one chunk each, and not many. */
export function isSmall(items: Enqueued[]): boolean {
  return items.reduce((sum, { message }) => sum + message.body.size, 0) < CHUNK_BYTES;
}

export async function compressSmall(items: Enqueued[]): Promise<SmallItems> {
  const chunks = await Promise.all(
    items.map(async ({ message }) => {
      const pieces: Buffer[] = [];
      for await (const piece of chunksOf(message.body)) pieces.push(piece);
      return Buffer.concat(pieces);
    }),
  );
  return { items, chunks };
}

/** Bytes travel as one value and are cut up there: an array of them would travel as text, twice as long. */
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

/** Stores groups of small messages with their copies, all or none, in one round trip; the leases of each in order. */
export async function insertSmall(pool: pg.Pool, groups: SmallItems[]): Promise<string[][]> {
  const items = groups.flatMap((group) => group.items);
  const chunks = groups.flatMap((group) => group.chunks);
  let start = 1;
  const messages = items.map(({ message: { id, reportTo, utf8, body } }, at) => {
    const length = chunks[at]?.length ?? 0;
    start += length;
    return { id, report_to: reportTo, utf8, size: body.size, start: start - length, length };
  });
  const { rows } = await commitAtOnce<{ id: string; lease: string | null }>(pool, {
    name: 'enqueue-small',
    text: INSERT_SMALL,
    values: [JSON.stringify(messages), Buffer.concat(chunks), copyRows(items)],
  });
  const leases = new Map(rows.map(({ id, lease }) => [id, lease ?? '']));
  return groups.map((group) =>
    group.items.flatMap(({ recipients }) => recipients.map(({ id }) => leases.get(id) ?? '')),
  );
}
