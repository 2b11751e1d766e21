import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { HOUR } from '../../contract/time.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import type { Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let admin: Person;
const reason = 'Somebody complained.';
beforeAll(async () => {
  admin = await signedInAdmin(server);
});

const acts = async (limit = 1) => (await admin.request('GET', `/api/admin/audit?limit=${limit}`)).body;

it('reports the size, the age and the destinations of the mail queue', async () => {
  expect((await admin.request('GET', '/api/admin/mail-queue')).body).toEqual({
    count: 0,
    oldest: null,
    held: 0,
    paused: null,
    alarms: [],
    destinations: [],
    missingRoles: ['http', 'mail', 'jobs'],
  });
  await sql`insert into mail_messages (id, report_to, utf8, size, created_at)
    values ('m1', '', false, 1, now() - interval '2 days'), ('m2', '', false, 1, now())`.execute(server.db);
  await sql`insert into mail_recipients (id, message_id, sender, destination, domain, recipient, key, next_try_at, last_words, attempts)
    values ('r1', 'm1', '', 'a@slow.example', 'slow.example', '', 'k', now(), '451 later', 3),
      ('r2', 'm2', '', 'b@slow.example', 'slow.example', '', 'k', now(), null, 0),
      ('r3', 'm2', '', 'c@fast.example', 'fast.example', '', 'k', now(), null, 0)`.execute(server.db);
  const { body } = await admin.request('GET', '/api/admin/mail-queue');
  expect(body).toMatchObject({
    count: 3,
    destinations: [
      { domain: 'slow.example', count: 2, lastWords: '451 later' },
      { domain: 'fast.example', count: 1, lastWords: null },
    ],
  });
  expect(body.oldest).toBe(body.destinations[0].oldest);
  expect(Date.now() - Date.parse(body.oldest)).toBeGreaterThan(47 * HOUR);
});

it('reports held mail, alarms and whether the mail queue is paused', async () => {
  await sql`update mail_recipients set held = true where id = 'r3'`.execute(server.db);
  await sql`insert into mail_alarms (kind, host, words, count, last_at)
    values ('tls', 'mx.slow.example', 'no certificate', 1, now() - interval '1 day'),
      ('reputation', 'mx.fast.example', '550 listed', 7, now())`.execute(server.db);
  const pause = (act: string) => admin.request('POST', `/api/admin/mail-queue/${act}`, { reason });
  expect((await pause('pause')).body.message).toBe('The mail queue is paused.');
  const { body } = await admin.request('GET', '/api/admin/mail-queue');
  expect(body).toMatchObject({
    held: 1,
    paused: { reason },
    alarms: [
      { kind: 'reputation', host: 'mx.fast.example', words: '550 listed', count: 7 },
      { kind: 'tls', host: 'mx.slow.example', count: 1 },
    ],
  });
  expect((await acts())[0]).toMatchObject({ act: 'pause queue', target: 'list mail queue', reason });
  // A repeated action takes effect once and is logged once.
  await pause('pause');
  expect((await acts(2))[1]).not.toMatchObject({ act: 'pause queue' });
  await pause('resume');
  await sql`insert into process_heartbeats values (gen_random_uuid(), '{mail,jobs}', 'here', 1, '0', 1)`.execute(
    server.db,
  );
  expect((await admin.request('GET', '/api/admin/mail-queue')).body.missingRoles).toEqual(['http']);
  expect((await acts())[0]).toMatchObject({ act: 'resume queue', reason });
  expect((await admin.request('GET', '/api/admin/mail-queue')).body.paused).toBeNull();
});
