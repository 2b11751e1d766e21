import { expect, it } from 'vitest';
import { SAMPLE_SITE as site } from '../../tests/support/pages/sample-site.ts';
import { createTestDatabase } from '../../tests/support/server/test-database.ts';
import { openDatabase, openPool } from '../platform/db/database.ts';
import { emailRegistry } from './email-registry.ts';

const to = 'ann@inbox.example';

it('contains the handle in a subject unless mail programs might turn it into a link to a domain', async () => {
  const database = await createTestDatabase();
  const pool = openPool(database.url);
  const db = openDatabase(pool);
  const registry = emailRegistry({
    clock: () => new Date('2026-11-22T12:00:00Z'),
    site,
    secrets: ['secret'],
    adminEmails: [],
  });

  /** Returns the subject of every email about a handle. */
  async function subjects(handle: string): Promise<string[]> {
    const { id: handleId } = await db
      .insertInto('handles')
      .values({ handle })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: forwardingId } = await db
      .insertInto('forwardings')
      .values({ handle_id: handleId, pending_address: to, pending_key: to })
      .returning('id')
      .executeTakeFirstOrThrow();
    const notice = { kind: 'forwarding-changed', inbox: 'first', before: 'a***@b***.c', reader: 'account' };
    const orders = [
      { kind: 'claim' },
      { kind: 'verify-forwarding', forwardingId },
      { kind: 'verify-forwarding', forwardingId, takesOver: true },
      { ...notice, after: null },
      { ...notice, after: 'd***@e***.f' },
      { ...notice, inbox: 'second', after: null },
      { kind: 'receipt', cents: 499, paidUntil: '2027-01-01', renewed: false, orderId: '1' },
      { kind: 'payment-declined' },
      { kind: 'renewal-reminder', days: 7, endsOn: '2027-01-01', cents: 499 },
      { kind: 'resting' },
      { kind: 'app-password-added', name: 'Laptop', at: '2026-11-22T12:00:00Z' },
      { kind: 'app-password-revoked', name: 'Laptop', at: '2026-11-22T12:00:00Z' },
      { kind: 'sending-paused', reason: 'administrator', counts: null },
      { kind: 'sending-paused-report', reason: 'bounces', counts: { recipients: 20, bounces: 11, complaints: 0 } },
      { kind: 'sending-resumed' },
    ];
    const emails = await Promise.all(
      orders.map((order) => registry[order.kind]?.(db, { ...order, to, handle } as never)),
    );
    return emails.map((email) => email?.subject ?? '');
  }

  try {
    for (const subject of await subjects('ann-smith')) expect(subject).toContain('ann-smith');
    const dotted = await subjects('your-account.evil.com');
    for (const subject of dotted) expect(subject).not.toMatch(/^$|evil|your-account/);
    expect(dotted).toContain('Claim your handle on np.example');
  } finally {
    await pool.end();
    await database.drop();
  }
});
