import { beforeAll, describe, expect, it } from 'vitest';
import { sendingStatus, suppressions } from '../../contract/sending/sending.ts';
import { DAY, HOUR } from '../../contract/time.ts';
import { reserve } from '../../server/sending/limits/limits-rules.ts';
import { countBounce, countComplaint } from '../../server/sending/pauses/pauses-rules.ts';
import { runNightlyJobs } from '../support/api/departing-person.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { fillSending } from '../support/api/sending-rows.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer({ MAIL_HOSTNAME: 'mail.np.example', SUBMISSIONS_PORT: '4465', SUBMISSION_PORT: '0' });
let number = 0;
beforeAll(async () => {
  // Just after the turn of an hour, so that no other turn occurs during a test.
  server.advance(HOUR - (Date.now() % HOUR));
});

async function owner(handle = `send${number++}`, paidUntil: Date | null = null) {
  const made = await createSendingPerson(server, handle, paidUntil);
  const url = `/api/handles/${made.id}/sending`;
  return { ...made, url, status: async () => (await made.person.request('GET', url)).body };
}

const send = (handle: string, recipients: number) =>
  reserve(server.db, server.config.mail.sendLimits, { handle, common_features: null, recipients }, server.clock());
const context = () => ({ db: server.db, adminEmails: server.config.adminEmails });
const bounce = (handle: string, recipient: string, hard = true) =>
  countBounce(context(), { handle, recipient, enhanced: '5.1.1', hard, isCounted: true }, server.clock());
const complain = (id: number) => countComplaint(context(), id, server.clock());

describe('the state of sending', () => {
  it('shows the limits of the plan, a quarter of them in the first week, and their use', async () => {
    const paidUntil = new Date(Date.now() + 100 * DAY);
    const { url, person, handle, status } = await owner('deLu'.toLowerCase(), paidUntil);
    const response = await person.request('GET', url);
    expect(response.status).toBe(200);
    expect(sendingStatus.parse(response.body)).toEqual(response.body);
    expect(response.body).toMatchObject({
      address: `${handle}@localhost`,
      plan: 'Deluxe',
      entitled: true,
      availableFrom: 'Plus',
      paidUntil: paidUntil.toISOString(),
      server: { host: 'mail.np.example', submissions: 4465, submission: null },
      limits: { hour: 50, day: 250, perMessage: 50, size: 26_214_400, reducedUntil: expect.any(String) },
      used: { hour: 0, day: 0 },
      paused: null,
    });
    expect(await send(handle, 7)).toBeNull();
    const { reducedUntil } = (await status()).limits;
    await server.advanceSignedIn(2 * HOUR);
    expect(await send(handle, 3)).toBeNull();
    expect(await status()).toMatchObject({ used: { hour: 3, day: 10 }, limits: { hour: 50, reducedUntil } });
    await server.advanceSignedIn(7 * DAY);
    expect(await status()).toMatchObject({
      limits: { hour: 200, day: 1000, reducedUntil: null },
      used: { hour: 0, day: 0 },
    });
  });

  it('shows the owner of a Free handle which plan has sending and what it allows', async () => {
    const { status } = await owner('a-free-handle-of-mine');
    expect(await status()).toMatchObject({
      plan: 'Free',
      entitled: false,
      availableFrom: 'Plus',
      paidUntil: null,
      limits: { hour: 12, day: 50 },
      paused: null,
    });
  });

  it('the state of sending ends with the plan and returns with it, and nothing is lost', async () => {
    const { id, status } = await owner();
    await fillSending(server, id, 'kept.example');
    const before = { ...(await status()) };
    for (const [state, entitled] of [
      ['resting', false],
      ['active', true],
    ] as const) {
      await server.db.updateTable('handles').set({ state }).where('id', '=', id).execute();
      await runNightlyJobs(server);
      expect(await status()).toEqual({ ...before, entitled });
    }
    for (const table of ['app_passwords', 'contacts', 'auto_replies', 'suppressed_recipients'] as const) {
      expect(await server.db.selectFrom(table).select('handle_id').where('handle_id', '=', id).execute()).toHaveLength(
        1,
      );
    }
  });
});

describe('suppressed recipients', () => {
  it('suppressed recipients are listed, and removed one by one', async () => {
    const { person, id, handle } = await owner();
    const url = `/api/handles/${id}/suppressions`;
    await bounce(handle, 'Gone@Example.com');
    await bounce(handle, 'left@example.com');
    await bounce(handle, 'full@example.com', false);
    const listed = await person.request('GET', url);
    expect(suppressions.parse(listed.body)).toEqual(listed.body);
    expect(
      listed.body.map(({ address, enhanced }: { address: string; enhanced: string }) => [address, enhanced]),
    ).toEqual([
      ['left@example.com', '5.1.1'],
      ['gone@example.com', '5.1.1'],
    ]);
    expect((await person.request('DELETE', url, { address: 'GONE@example.com' })).status).toBe(200);
    expect((await person.request('DELETE', url, { address: 'gone@example.com' })).status).toBe(404);
    expect((await person.request('GET', url)).body).toMatchObject([{ address: 'left@example.com' }]);
  });
});

describe('a pause', () => {
  it('pauses sending after ten bounces that are more than a tenth, notifies owner and administrators once, and resumes with one click', async () => {
    const { person, url, email, handle, status } = await owner();
    await server.sentEmails();
    expect((await person.request('POST', `${url}/resume`)).body.code).toBe('sending_not_paused');
    for (let at = 0; at < 9; at += 1) await bounce(handle, `gone${at}@example.com`);
    expect((await status()).paused).toBeNull();
    await bounce(handle, 'gone9@example.com');
    expect((await status()).paused).toEqual({ at: expect.any(String), reason: 'bounces' });
    await bounce(handle, 'gone10@example.com');
    const emails = await server.sentEmails();
    expect(emails.map(({ sentTo, subject }) => [sentTo, subject])).toEqual([
      [email, `Sending from ${handle}@localhost is paused`],
      ['admin@example.test', `Sending from ${handle}@localhost was paused automatically`],
    ]);
    expect(emails[0]?.text).toContain('revoke all of them');
    const resumed = await person.request('POST', `${url}/resume`);
    expect([resumed.status, resumed.body]).toEqual([200, { message: 'Sending is resumed.' }]);
    expect((await status()).paused).toBeNull();
    // Only later bounces count towards another pause.
    for (let at = 0; at < 9; at += 1) await bounce(handle, `next${at}@example.com`);
    expect((await status()).paused).toBeNull();
    await bounce(handle, 'next9@example.com');
    expect((await status()).paused).not.toBeNull();
  });

  it('a pause does not begin while at most a tenth of the mail bounces, nor for bounces older than a day', async () => {
    const { handle, id, status } = await owner();
    const first_sent_at = new Date(server.clock().getTime() - 30 * DAY);
    await server.db.insertInto('sending_settings').values({ handle_id: id, first_sent_at }).execute();
    for (const count of [50, 50]) {
      expect(await send(handle, count)).toBeNull();
      await server.advanceSignedIn(HOUR);
    }
    for (let at = 0; at < 10; at += 1) await bounce(handle, `gone${at}@example.com`);
    expect((await status()).paused).toBeNull();
    await server.advanceSignedIn(DAY);
    for (let at = 0; at < 9; at += 1) await bounce(handle, `more${at}@example.com`);
    expect((await status()).paused).toBeNull();
    await bounce(handle, 'more9@example.com');
    expect((await status()).paused).not.toBeNull();
  });

  it('a pause begins with three complaints within a day', async () => {
    const { id, status } = await owner();
    await complain(id);
    await server.advanceSignedIn(DAY);
    await complain(id);
    await complain(id);
    expect((await status()).paused).toBeNull();
    await complain(id);
    expect((await status()).paused).toMatchObject({ reason: 'complaints' });
    await complain(2_000_000_000);
  });

  it('a pause of an administrator is not ended by the owner', async () => {
    const { person, url, id, status } = await owner();
    await server.db
      .insertInto('sending_settings')
      .values({ handle_id: id, paused_at: server.clock(), pause_reason: 'administrator' })
      .execute();
    const kept = await person.request('POST', `${url}/resume`);
    expect([kept.status, kept.body.code]).toEqual([403, 'sending_pause_kept']);
    expect((await status()).paused).toMatchObject({ reason: 'administrator' });
    // Bounces do not replace it.
    for (let at = 0; at < 11; at += 1) await complain(id);
    expect((await status()).paused).toMatchObject({ reason: 'administrator' });
  });
});

it('deletes old data of sending at night, and expires reply addresses that were not used for a year', async () => {
  const { id } = await owner();
  await fillSending(server, id, 'old.example');
  const report = { kind: 'dmarc', reporter: 'r', details: '{}', report_id: 'one', received_at: server.clock() };
  await server.db.insertInto('mail_reports').values(report).execute();
  const left = async () => {
    const count = async (table: 'sending_usage' | 'auto_reply_recipients') =>
      (await server.db.selectFrom(table).select('handle_id').where('handle_id', '=', id).execute()).length;
    const reports = await server.db.selectFrom('mail_reports').select('id').execute();
    const contact = await server.db
      .selectFrom('contacts')
      .select(['token', 'token_used_at'])
      .where('handle_id', '=', id)
      .executeTakeFirstOrThrow();
    const { length } = [contact.token, contact.token_used_at].filter((value) => value !== null);
    return [await count('sending_usage'), await count('auto_reply_recipients'), reports.length, length];
  };
  const days = [7, 2, 21, 2, 57, 2, 273, 2];
  const seen: number[][] = [];
  for (const day of days) {
    server.advance(day * DAY);
    await runNightlyJobs(server);
    seen.push(await left());
  }
  expect(seen).toEqual([
    [1, 1, 1, 2],
    [0, 1, 1, 2],
    [0, 1, 1, 2],
    [0, 0, 1, 2],
    [0, 0, 1, 2],
    [0, 0, 0, 2],
    [0, 0, 0, 2],
    [0, 0, 0, 0],
  ]);
});
