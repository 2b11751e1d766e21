import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Transaction } from '../../platform/db/database.ts';

interface TestDelivery {
  id: string;
  handleId: number;
  address: string;
  inbox: string;
  subject: string;
  size: number;
  at: Date;
}

/** Records the delivery of a test before its first attempt, so that the browser can follow it immediately. */
export async function insertTestDelivery(trx: Transaction<DB>, delivery: TestDelivery): Promise<void> {
  const { id, handleId, address, inbox, subject, size, at } = delivery;
  const time = at.toISOString();
  const events = [
    { at: time, step: 'received' },
    { at: time, step: 'queued', nextAt: time },
  ];
  await sql`
    insert into flights
      (id, handle_id, recipient, sender, author, subject, client, size, state, received_at, events, direction)
    select ${id}, ${handleId}, ${inbox}, ${address}, ${address}, case when w.keep_subjects then ${subject} end, '',
      ${size}, 'queued', ${at}, ${JSON.stringify(events)}::jsonb, 'sent'
    from forwardings w where w.handle_id = ${handleId}`.execute(trx);
}
