import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../contract/time.ts';
import { lockClosedAccount } from '../../server/account-deletion/erasure-store.ts';
import { holdHandle } from '../../server/handles/holds-rules.ts';
import { issueKnownLink } from '../../server/magic-links/rules.ts';
import { spendLink } from '../../server/magic-links/store.ts';
import { findSession, insertSession } from '../../server/platform/http/sessions/session-store.ts';
import { BACKUP_LOCK } from '../../server/platform/storage/backup-lock.ts';
import { deleteObject, deleteScheduledObjects } from '../../server/platform/storage/deletion-queue.ts';
import type { Storage } from '../../server/platform/storage/storage.ts';
import { useDatabase } from '../support/server/test-database.ts';

// Tests guards whose effect no response shows, with the database alone.

const database = useDatabase();

const now = new Date();
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);

it('deletes an object only after a running backup has ended', async () => {
  const deleted: string[] = [];
  const storage = { delete: async (key: string) => void deleted.push(key) } as unknown as Storage;
  await database.db.connection().execute(async (backup) => {
    await sql`select pg_advisory_lock(${BACKUP_LOCK})`.execute(backup);
    await deleteObject(database.db, storage, 'cards/1-a.png', now);
    await deleteScheduledObjects(database.db, storage, after(MINUTE));
    expect(deleted).toEqual([]);
    await sql`select pg_advisory_unlock(${BACKUP_LOCK})`.execute(backup);
  });
  await deleteScheduledObjects(database.db, storage, after(MINUTE));
  expect(deleted).toEqual(['cards/1-a.png']);
  await deleteObject(database.db, storage, 'cards/1-b.png', now);
  expect(deleted).toEqual(['cards/1-a.png', 'cards/1-b.png']);
});

it('finds no session of an account that was suspended or closed after it began', async () => {
  const { id } = await database.db
    .insertInto('accounts')
    .values({ email: 'signed-in@account.example' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [tokenHash, expiresAt] = [Buffer.from('token'), after(HOUR)];
  const session = {
    accountId: id,
    tokenHash,
    now,
    expiresAt,
    method: 'link',
    passkeyAddedAt: null,
    device: null,
    network: 'n',
  } as const;
  await database.db.transaction().execute((trx) => insertSession(trx, session));
  const found = async (at: Date) => (await findSession(database.db, tokenHash, at))?.id;
  expect([await found(now), await found(expiresAt)]).toEqual([id, undefined]);
  for (const column of ['suspended_at', 'closed_at'] as const) {
    await database.db
      .updateTable('accounts')
      .set({ [column]: now })
      .where('id', '=', id)
      .execute();
    expect([column, await found(now)]).toEqual([column, undefined]);
    await database.db
      .updateTable('accounts')
      .set({ [column]: null })
      .where('id', '=', id)
      .execute();
  }
  expect(await found(now)).toBe(id);
});

it('spends a link once, and never after it has expired', async () => {
  const order = { purpose: 'sign-in', email: 'link@inbox.example' } as const;
  const [used, late] = [await issueKnownLink(database.db, now, order), await issueKnownLink(database.db, now, order)];
  expect(used.expiresAt).toEqual(after(10 * MINUTE));
  const inTime = after(10 * MINUTE - 1);
  expect(await spendLink(database.db, used.id, inTime)).toBe(true);
  expect(await spendLink(database.db, used.id, inTime)).toBe(false);
  expect(await spendLink(database.db, late.id, after(10 * MINUTE))).toBe(false);
});

it('locks an account for the erasure only if it is still closed and has been for long enough', async () => {
  const closed = { closed_at: after(-2 * MINUTE), email_verified_at: now };
  const { id } = await database.db
    .insertInto('accounts')
    .values({ email: 'gone@account.example', ...closed })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lock = (moment: Date) => lockClosedAccount(database.db, id, moment);
  expect(await lock(after(-MINUTE))).toMatchObject({ id });
  expect(await lock(after(-3 * MINUTE))).toBeUndefined();
  // Its owner signed in after the nightly job had listed it.
  await database.db.updateTable('accounts').set({ closed_at: null }).where('id', '=', id).execute();
  expect(await lock(after(-MINUTE))).toBeUndefined();
});

it('holds at most ten handles for one inbox, however its address is written, without counting those of other inboxes', async () => {
  const hold = (number: number, email: string, at = now) =>
    database.db
      .transaction()
      .execute((trx) =>
        holdHandle(
          trx,
          {
            handle: `held-${number}`,
            holder: randomUUID(),
            email,
            secret: 's',
            network: undefined,
            invitation: undefined,
          },
          at,
        ),
      )
      .then(
        () => 'held',
        (error: { code?: string }) => error.code,
      );
  for (let number = 0; number < 10; number++) expect(await hold(number, 'payer@inbox.example')).toBe('held');
  expect(await hold(10, 'payer@inbox.example')).toBe('too_many_orders');
  expect(await hold(10, 'Payer+more@Inbox.Example')).toBe('too_many_orders');
  expect(await hold(11, 'other@inbox.example')).toBe('held');
  expect(await hold(10, 'payer@inbox.example', after(16 * MINUTE))).toBe('held');
});
