import { beforeAll, expect, it } from 'vitest';
import { type AdminSender, adminSenders } from '../../contract/sending/admin-sending.ts';
import { DAY, HOUR } from '../../contract/time.ts';
import { readAllPages, signedInAdmin } from '../support/api/admin.ts';
import type { Person } from '../support/api/person.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let admin: Person;
beforeAll(async () => {
  admin = await signedInAdmin(server);
});

const hour = (daysAgo: number) => {
  const now = server.clock().getTime() - daysAgo * DAY;
  return new Date(Math.floor(now / HOUR) * HOUR);
};

it('lists paused handles, then those with the most bounces and complaints, page by page', async () => {
  const rows = [
    { handle: 'fine', recipients: 90, bounces: 0, complaints: 0, paused: false, days: 1 },
    { handle: 'some', recipients: 20, bounces: 2, complaints: 1, paused: false, days: 7 },
    { handle: 'long-ago', recipients: 20, bounces: 9, complaints: 9, paused: false, days: 9 },
    { handle: 'most', recipients: 40, bounces: 30, complaints: 0, paused: false, days: 1 },
    { handle: 'same', recipients: 7, bounces: 0, complaints: 3, paused: false, days: 1 },
    { handle: 'halt', recipients: 1, bounces: 0, complaints: 0, paused: true, days: 1 },
    { handle: 'stop', recipients: 10, bounces: 1, complaints: 0, paused: true, days: 1 },
  ];
  for (const { handle, paused, days, ...counts } of rows) {
    const { id: handle_id } = await server.db
      .insertInto('handles')
      .values({ handle })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto('sending_usage')
      .values({ handle_id, hour: hour(days), ...counts })
      .execute();
    const pause = { paused_at: server.clock(), pause_reason: 'bounces' };
    if (paused)
      await server.db
        .insertInto('sending_settings')
        .values({ handle_id, ...pause })
        .execute();
  }
  const all = await admin.request('GET', '/api/admin/sending');
  expect(adminSenders.parse(all.body)).toEqual(all.body);
  expect(all.body.map(({ handle }: AdminSender) => handle)).toEqual(['stop', 'halt', 'most', 'some', 'same']);
  expect(all.body[0]).toEqual({
    id: expect.any(Number),
    handle: 'stop',
    plan: 'Deluxe',
    recipients: 10,
    bounces: 1,
    complaints: 0,
    paused: { at: expect.any(String), reason: 'bounces' },
    resumedAt: null,
    firstSentAt: null,
  });
  for (const limit of [1, 2, 5]) {
    expect(await readAllPages<AdminSender>(admin, `/api/admin/sending?limit=${limit}`)).toEqual(all.body);
  }
  for (const after of ['x', '1', '2.1.1', '1.1.99999999999', "1.1.1'"]) {
    expect((await admin.request('GET', `/api/admin/sending?after=${encodeURIComponent(after)}`)).status).toBe(400);
  }
});

it('pauses and resumes sending for a reason, records it in the audit log, and notifies the owner', async () => {
  const { person, id, handle, email } = await createSendingPerson(server, 'noisy');
  await server.sentEmails();
  const act = (action: string, body: object | undefined = { reason: 'Spam run.' }) =>
    admin.request('POST', `/api/admin/sending/${id}/${action}`, body);
  expect((await act('resume')).body.code).toBe('sending_not_paused');
  expect((await act('pause', {})).status).toBe(400);
  expect((await act('pause')).status).toBe(200);
  expect((await act('pause')).body.code).toBe('sending_paused');
  const { paused } = (await person.request('GET', `/api/handles/${id}/sending`)).body;
  expect(paused).toEqual({ at: expect.any(String), reason: 'administrator' });
  expect((await act('resume', { reason: 'Explained.' })).status).toBe(200);
  expect((await person.request('GET', `/api/handles/${id}/sending`)).body.paused).toBeNull();
  const emails = (await server.sentEmails()).map(({ sentTo, subject }) => [sentTo, subject]);
  expect(emails).toEqual([
    [email, `Sending from ${handle}@localhost is paused`],
    [email, `Sending from ${handle}@localhost is resumed`],
  ]);
  const [resume, pause] = (await admin.request('GET', '/api/admin/audit?limit=2')).body;
  expect(pause).toMatchObject({ act: 'pause sending', target: `handle ${id} (noisy)`, reason: 'Spam run.' });
  expect(resume).toMatchObject({ act: 'resume sending', reason: 'Explained.', before: { pausedFor: 'administrator' } });
  expect((await admin.request('POST', '/api/admin/sending/1999999/pause', { reason: 'x' })).status).toBe(404);
});

it('replaces a pause caused by bounces with one by an administrator, which the owner cannot end', async () => {
  const { person, id } = await createSendingPerson(server, 'spammy');
  const pause = { paused_at: server.clock(), pause_reason: 'bounces' };
  await server.db
    .insertInto('sending_settings')
    .values({ handle_id: id, ...pause })
    .execute();
  expect((await admin.request('POST', `/api/admin/sending/${id}/pause`, { reason: 'Again.' })).status).toBe(200);
  expect((await person.request('POST', `/api/handles/${id}/sending/resume`)).body.code).toBe('sending_pause_kept');
});
