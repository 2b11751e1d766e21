import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { type Inbox, startInbox } from '../../fakes/inbox.ts';
import { createRelay } from '../../mail/smtp-out/relay.ts';
import { deleteOldDeliveries } from '../../server/forwarding/delivery-log/rules.ts';
import { startMail } from '../../server/mail/role.ts';
import { loadSecrets } from '../../server/platform/crypto/secrets.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { freePort } from '../support/server/free-port.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer(async () => ({ SMTP_PORT: String(await freePort()), MAIL_DOMAIN: 'mail.example' }));
let ann: Person;
let id: number;
let handleId: number;
let inbox: Inbox;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  ann = new Person(server);
  await ann.claim('ann-of-the-hills', 'ann@account.example');
  handleId = (await ann.request('GET', '/api/handles')).body[0].id;
  await ann.request('POST', '/api/email-forwarding', { handleId, forwardingEmail: 'ann@inbox.example' });
  const [email] = await server.sentEmails();
  await ann.request('POST', linkIn(email?.text));
  id = (await ann.request('GET', '/api/email-forwarding')).body[0].id;
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

/** Starts the mail server with the settings of the test server. */
async function openDoor(): Promise<void> {
  inbox = await startInbox();
  const { hostname } = server.config.mail;
  const transport = createRelay(`smtp://127.0.0.1:${inbox.port}`, { hostname });
  const pool = new pg.Pool({ connectionString: server.url });
  const secrets = await loadSecrets([], server.dataDir);
  const log = createLog('silent', true);
  const { config, db, url: directUrl, clock } = server;
  const mail = await startMail({ config, db, pool, directUrl, clock, log, secrets, transport });
  mail.startQueue();
  ends.push(
    () => pool.end(),
    () => inbox.close(),
    () => transport.close(),
    () => mail.stop(),
  );
}

const list = (query = '') => ann.request('GET', `/api/email-forwarding/${id}/flights${query}`);
const ids = async (query = '') => ((await list(query)).body as { id: string }[]).map((one) => one.id);
const next = (response: Awaited<ReturnType<typeof list>>) =>
  /<[^>]*(\?[^>]*)>; rel="next"/.exec(String(response.headers.link ?? ''))?.[1];

async function store(
  flightId: string,
  changes: { sender?: string; state?: string; ago?: number; direction?: string } = {},
): Promise<void> {
  const { sender = 'carol@senders.example', state = 'delivered', ago = 0, direction = 'received' } = changes;
  const at = new Date(server.clock().getTime() - ago);
  const events = [
    { at: new Date(at.getTime() + 5).toISOString(), step: 'delivered', code: 250, words: 'Ok', final: true },
    { at: at.toISOString(), step: 'received' },
    { at: at.toISOString(), step: 'received' },
  ];
  await sql`insert into flights (id, handle_id, recipient, sender, author, client, size, state, direction, received_at, events)
    values (${flightId}, ${handleId}, 'ann-of-the-hills+shop@mail.example', ${sender}, 'Carol 100% <carol@senders.example>',
      '192.0.2.7', 5120, ${state}, ${direction}, ${at}, ${JSON.stringify(events)})`.execute(server.db);
}

describe('the delivery log', () => {
  it('lists deliveries newest first, page by page', async () => {
    for (let at = 0; at < 7; at++) await store(`f${at}`, { ago: at * 1000 });
    // Two deliveries with the same time, which pagination must not skip.
    await store('f2b', { ago: 2000 });
    const seen: string[] = [];
    let query: string | undefined = '?limit=3';
    for (let pages = 0; query !== undefined && pages < 9; pages++) {
      const response = await list(query);
      seen.push(...(response.body as { id: string }[]).map((one) => one.id));
      query = next(response);
    }
    expect(seen).toHaveLength(8);
    expect(new Set(seen)).toEqual(new Set(['f0', 'f1', 'f2', 'f2b', 'f3', 'f4', 'f5', 'f6']));
    expect([seen[0], seen.at(-1)]).toEqual(['f0', 'f6']);
    expect(await ids('?after=no-such-flight')).toEqual([]);
  });

  it('finds deliveries by part of the sender or recipient, ignoring case, and by state', async () => {
    await store('spam', { sender: 'Pest_1@Spammers.example', state: 'refused', ago: 60_000 });
    expect(await ids('?search=SPAMMERS')).toEqual(['spam']);
    expect(await ids('?search=pest_1')).toEqual(['spam']);
    expect(await ids('?search=pest_2')).toEqual([]);
    expect((await ids('?search=%2Bshop')).length).toBe(9);
    // Wildcards of LIKE match literally.
    expect((await ids('?search=100%25')).length).toBe(9);
    expect(await ids('?search=s%25example')).toEqual([]);
    expect(await ids('?state=refused')).toEqual(['spam']);
    expect(next(await list('?limit=1&state=delivered&search=carol'))).toContain('state=delivered');
    expect((await list('?state=lost')).status).toBe(400);
  });

  it('finds deliveries by direction, and names it in each', async () => {
    await store('sent', { direction: 'sent', state: 'queued', ago: 90_000 });
    expect(await ids('?direction=sent')).toEqual(['sent']);
    expect(await ids('?direction=received&limit=100')).not.toContain('sent');
    expect((await list('?direction=sent')).body[0]).toMatchObject({ direction: 'sent', state: 'queued' });
    expect((await list('?limit=1')).body[0]).toMatchObject({ direction: 'received' });
    expect(next(await list('?limit=1&direction=received'))).toContain('direction=received');
    expect((await list('?direction=lost')).status).toBe(400);
    await sql`delete from flights where id = 'sent'`.execute(server.db);
  });

  it('lists the events of a delivery in order, each once', async () => {
    const { body } = await ann.request('GET', `/api/email-forwarding/${id}/flights/f0`);
    expect(body).toMatchObject({ id: 'f0', handleId, subject: null, size: 5120, state: 'delivered' });
    expect(body.events.map(({ step }: { step: string }) => step)).toEqual(['received', 'delivered']);
    expect((await ann.request('GET', `/api/email-forwarding/${id}/flights/no-such`)).status).toBe(404);
  });

  it('includes the delivery log in the account export', async () => {
    const { body } = await ann.request('GET', '/api/account/export');
    expect(body.deliveryLog).toHaveLength(9);
    expect(body.handles[0].forwarding).toMatchObject({ whenOff: 'refuse', keepSubjects: false, blocked: [] });
  });

  it('deletes a delivery after 90 days, and not before', async () => {
    await sql`insert into mail_alarms (kind, host, words) values ('tls', 'mx.example', 'none')`.execute(server.db);
    await store('old', { ago: 2 * DAY });
    await deleteOldDeliveries(server.db, new Date(server.clock().getTime() + 89 * DAY));
    const left = await server.db.selectFrom('flights').select('id').where('id', 'in', ['old', 'f0']).execute();
    expect(left).toEqual([{ id: 'f0' }]);
    await deleteOldDeliveries(server.db, new Date(server.clock().getTime() + 91 * DAY));
    expect(await server.db.selectFrom('flights').select('id').execute()).toEqual([]);
    expect(await server.db.selectFrom('mail_alarms').select('host').execute()).toEqual([]);
  });
});

describe('a test email', () => {
  const send = () => ann.request('POST', `/api/email-forwarding/${id}/test-mail`);
  const flightOf = async (flightId: string) =>
    (await ann.request('GET', `/api/email-forwarding/${id}/flights/${flightId}`)).body;

  it('reports that a test email fails if the mail server does not respond', async () => {
    const response = await send();
    expect([response.status, response.body.code]).toEqual([503, 'test_unsent']);
  });

  it('receives a test email like any email from outside, with its events in the delivery log', async () => {
    await openDoor();
    const response = await send();
    expect([response.status, response.text]).toEqual([202, expect.stringContaining('flightId')]);
    const [mail] = await inbox.waitFor(1);
    expect(mail?.to).toEqual(['ann@inbox.example']);
    expect(mail?.bytes.toString()).toMatch(/^Subject: Test mail to ann-of-the-hills@mail\.example/m);
    await expect
      .poll(async () => (await flightOf(response.body.flightId)).state, { timeout: 60_000 })
      .toBe('handed-on');
    const flight = await flightOf(response.body.flightId);
    expect(flight).toMatchObject({ handleId, sender: 'no-reply@mail.example', subject: null });
    expect(flight.events[0].step).toBe('received');
    expect(flight.events.at(-1)).toMatchObject({ step: 'delivered', code: 250, final: false });
  });

  it('records a rejected test email in the delivery log', async () => {
    inbox.on('rcpt', '550 5.1.1 No such user', 1);
    const { body } = await send();
    await expect.poll(async () => (await flightOf(body.flightId)).state, { timeout: 60_000 }).toBe('refused');
    expect(await flightOf(body.flightId)).toMatchObject({
      events: expect.arrayContaining([
        expect.objectContaining({ step: 'tried', words: expect.stringContaining('No such') }),
      ]),
    });
  });

  it('does not send a test email if the handle does not forward mail', async () => {
    await ann.request('PATCH', `/api/email-forwarding/${id}/toggle`, { isActive: false });
    expect((await send()).body.code).toBe('nothing_to_test');
    await ann.request('PATCH', `/api/email-forwarding/${id}/toggle`, { isActive: true });
  });

  it('limits test emails to five an hour for each handle', async () => {
    const codes = [];
    // One attempt was made without a mail server; two succeeded.
    for (let at = 0; at < 3; at++) codes.push((await send()).status);
    expect(codes).toEqual([202, 202, 429]);
  });
});
