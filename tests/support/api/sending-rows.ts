import { randomBytes } from 'node:crypto';
import { DAY, HOUR } from '../../../contract/time.ts';
import type { TestServer } from '../server/test-server.ts';

/** Inserts a row for a handle in every table of sending; its contacts are at `domain`. */
export async function fillSending({ db, clock }: TestServer, handleId: number, domain: string): Promise<void> {
  const own = { handle_id: handleId };
  const now = clock();
  const [later, hour] = [new Date(now.getTime() + DAY), new Date(Math.floor(now.getTime() / HOUR) * HOUR)];
  await db
    .insertInto('app_passwords')
    .values({ ...own, name: 'Laptop', secret_hash: randomBytes(32), last_used_at: now, last_used_from: '192.0.2.x' })
    .execute();
  await db
    .insertInto('sending_settings')
    .values({
      ...own,
      reply_mode: 'reply',
      first_sent_at: now,
      paused_at: now,
      pause_reason: 'bounces',
      resumed_at: now,
    })
    .execute();
  await db
    .insertInto('sending_usage')
    .values({ ...own, hour, recipients: 3, bounces: 2, complaints: 1 })
    .execute();
  await db
    .insertInto('suppressed_recipients')
    .values({ ...own, address: `gone@${domain}`, enhanced: '5.1.1' })
    .execute();
  await db
    .insertInto('contacts')
    .values({
      ...own,
      address: `carol@${domain}`,
      name: 'Carol',
      token: randomBytes(10).toString('hex'),
      token_used_at: now,
      last_received_at: now,
    })
    .execute();
  await db
    .insertInto('auto_replies')
    .values({
      ...own,
      enabled: true,
      subject: 'Away',
      text: `Write to my colleague@${domain}`,
      every_days: 7,
      audience: 'contacts',
      starts_at: now,
      ends_at: later,
    })
    .execute();
  await db
    .insertInto('auto_reply_recipients')
    .values({ ...own, address: `carol@${domain}`, replied_at: now })
    .execute();
}
