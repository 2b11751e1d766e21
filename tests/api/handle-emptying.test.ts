import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { DAY, HOUR } from '../../contract/time.ts';
import { createPaypal } from '../../server/payments/paypal/client.ts';
import { refundPayment } from '../../server/payments/refund-rules.ts';
import { loadRenderer } from '../../server/platform/http/pages/renderer.ts';
import { socialImageJob } from '../../server/profiles/social-image/job.ts';
import { findInDatabase, runNightlyJobs } from '../support/api/departing-person.ts';
import { fillSending } from '../support/api/sending-rows.ts';
import { Buyer, ledger } from '../support/payments/buyer.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { useServer } from '../support/server/test-server.ts';

const paypal = usePaypal();
const server = useServer(() => ({ PAYPAL_API_BASE: paypal.base }), { draws: true });

/** Runs the queued jobs, and the jobs that they queue. */
async function runJobs(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(server.db);
    await server.sentEmails();
  }
}

async function deleteScheduledObjects(): Promise<void> {
  await sql`select graphile_worker.add_job('delete-doomed-objects', '{}'::json)`.execute(server.db);
  await runJobs();
}

const rowOf = (handle: string) =>
  server.db.selectFrom('handles').selectAll().where('handle', '=', handle).executeTakeFirst();

/** Returns the files of a handle's social images. */
async function cardsOf(id: number): Promise<string[]> {
  const files = await readdir(path.join(server.dataDir, 'objects/cards'));
  return files.filter((file) => file.startsWith(`${id}-`));
}

async function bought(handle: string): Promise<{ id: number; refund(): Promise<unknown> }> {
  const order = await new Buyer(server, paypal, handle).buys();
  await runJobs();
  const id = (await rowOf(handle))?.id ?? 0;
  const { db, config, clock } = server;
  const payment = await ledger(server, order);
  const paymentContext = { db, clock, site: config.site, paypal: createPaypal(config.paypal) };
  return { id, refund: () => refundPayment(paymentContext, payment.id) };
}

it('deletes the social image, the settings and the payment data of a handle after a refund', async () => {
  const { id, refund } = await bought('leaky');
  expect(await cardsOf(id)).toHaveLength(1);
  const chosen = { display_name: 'Leaky', template: 'royal', profile_page: false, reminded_days: 30 };
  await server.db.updateTable('handles').set(chosen).where('id', '=', id).execute();
  await fillSending(server, id, 'known.example');
  expect(await findInDatabase(server, 'known.example')).toHaveLength(4);
  await refund();
  expect(await findInDatabase(server, 'known.example')).toEqual([]);
  expect(await server.db.selectFrom('app_passwords').select('id').execute()).toEqual([]);
  await deleteScheduledObjects();
  expect(await cardsOf(id)).toEqual([]);
  expect(await rowOf('leaky')).toMatchObject({
    account_id: null,
    state: 'quarantined',
    display_name: null,
    template: 'neon',
    profile_page: true,
    paid_until: null,
    first_price_cents: null,
    first_paid_at: null,
    reminded_days: null,
  });
  server.advance(400 * DAY);
  await runNightlyJobs(server);
  expect(await rowOf('leaky')).toBeUndefined();
});

it('deletes a social image that is being drawn during a refund', async () => {
  const { id, refund } = await bought('drawn');
  const before = await cardsOf(id);
  await server.db.updateTable('handles').set({ display_name: 'Drawn anew' }).where('id', '=', id).execute();
  const { db, clock, config } = server;
  const storage = {
    ...server.storage,
    async put(...object: Parameters<typeof server.storage.put>) {
      await refund();
      return server.storage.put(...object);
    },
  };
  await socialImageJob({
    db,
    clock,
    storage,
    site: config.site,
    cacheFolder: config.dataDir,
    renderer: await loadRenderer(),
  })({ handleId: id });
  expect((await cardsOf(id)).filter((file) => !before.includes(file))).toHaveLength(1);
  server.advance(2 * HOUR);
  await deleteScheduledObjects();
  expect(await cardsOf(id)).toEqual([]);
});
