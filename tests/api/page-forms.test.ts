import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../contract/time.ts';
import { createFormPage, errorsIn, FormVisitor } from '../support/api/page-form.ts';
import { useServer } from '../support/server/test-server.ts';

const MESSAGE = { name: 'Bob Jones', email: 'bob@visitor.example', message: 'Hello,\r\nare you free in May?' };
const server = useServer({ MAIL_DOMAIN: 'mail.example' });
let bob: FormVisitor;
beforeAll(async () => {
  bob = new FormVisitor(server);
});

/** Returns the messages in the queue for a handle. */
const queuedFor = (handle: string) =>
  server.db.selectFrom('mail_recipients').selectAll().where('destination', '=', `${handle}@mail.example`).execute();

/** Makes every query fail, as if the database were unavailable, until the returned function is called. */
function disconnect(): () => void {
  const { pool } = server;
  const connect = pool.connect;
  pool.connect = (() =>
    Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))) as typeof connect;
  return () => void Object.assign(pool, { connect });
}

describe('a form while the server has a fault', () => {
  it('a form is shown again with everything that was typed while the database is unavailable, and can be sent afterwards', async () => {
    const { handle } = await createFormPage(server);
    const { token } = await bob.open(handle, 'contact');
    server.advance(5000);
    const reconnect = disconnect();
    const failed = await bob.send(handle, 'contact', { form: token, ...MESSAGE });
    reconnect();
    expect([failed.status, failed.headers['retry-after']]).toEqual([503, '30']);
    expect(failed.html).toContain('Nothing was sent. Please send it again in a minute.');
    for (const typed of ['Bob Jones', 'bob@visitor.example', 'are you free in May?', token]) {
      expect(failed.html).toContain(typed);
    }
    expect(await queuedFor(handle)).toEqual([]);
    expect((await bob.send(handle, 'contact', { form: token, ...MESSAGE })).status).toBe(200);
    expect(await queuedFor(handle)).toHaveLength(1);
  });

  it('does not count a message that could not be queued, so that it is delivered when it is sent again', async () => {
    const { handle, id } = await createFormPage(server);
    const { token } = await bob.open(handle, 'contact');
    server.advance(5000);
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$`.execute(
      server.db,
    );
    await sql`create trigger refuse before insert on mail_messages execute function refuse()`.execute(server.db);
    const failed = await bob.send(handle, 'contact', { form: token, ...MESSAGE });
    await sql`drop trigger refuse on mail_messages`.execute(server.db);
    expect([failed.status, failed.html.includes('are you free in May?')]).toEqual([503, true]);
    const uses = server.db.selectFrom('limited_uses').select('id').where('value', '=', String(id));
    expect(await uses.execute()).toEqual([]);
    expect((await bob.send(handle, 'contact', { form: token, ...MESSAGE })).status).toBe(200);
    expect(await queuedFor(handle)).toHaveLength(1);
  });
});

describe('the public page', () => {
  const open = async (handle: string) => {
    const { body, headers } = await server.app.inject({
      url: `/${handle}`,
      headers: { host: server.config.site.host },
    });
    return { html: body, policy: String(headers['content-security-policy']), token: tokenOf(body, 'contact') };
  };
  const tokenOf = (html: string, form: string) =>
    new RegExp(`action="/[^"]*/${form}".*?name="form" value="([^"]*)"`).exec(html)?.[1] ?? '';

  it('the public page has both forms with one token for everybody, which is accepted for two more days', async () => {
    const { handle } = await createFormPage(server);
    const [one, two] = [await open(handle), await open(handle)];
    expect(one.html).toBe(two.html);
    expect(one.policy).toContain("form-action 'self'");
    expect((await bob.send(handle, 'contact', { form: one.token, ...MESSAGE })).status).toBe(200);
    server.advance(2 * DAY);
    expect((await bob.send(handle, 'contact', { form: one.token, ...MESSAGE, message: 'Later' })).status).toBe(200);
    const subscribing = tokenOf(one.html, 'subscribe');
    expect((await bob.send(handle, 'subscribe', { form: subscribing, email: 'bob@visitor.example' })).status).toBe(200);
    server.advance(DAY);
    expect((await bob.send(handle, 'contact', { form: one.token, ...MESSAGE, message: 'Late' })).status).toBe(400);
    server.pageCache.clear();
    const next = await open(handle);
    expect((await bob.send(handle, 'contact', { form: next.token, ...MESSAGE, message: 'Late' })).status).toBe(200);
  });

  it('the public page offers no contact form while mail reaches nobody, and allows no form without one', async () => {
    const { handle, id } = await createFormPage(server, undefined, { subscribe: null });
    expect((await open(handle)).html).toContain('/contact"');
    await server.db.updateTable('forwardings').set({ is_active: false }).where('handle_id', '=', id).execute();
    server.pageCache.clear();
    const page = await open(handle);
    expect([page.html.includes('/contact"'), page.policy.includes("form-action 'none'")]).toEqual([false, true]);
  });

  it('the public page is dropped from the cache when forwarding or an inbox of a member changes', async () => {
    const { handle, id } = await createFormPage(server);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const heard: string[] = [];
    client.on('notification', ({ payload }) => void heard.push(payload ?? ''));
    await client.query('listen profile_changed');
    await server.db.updateTable('forwardings').set({ is_active: false }).where('handle_id', '=', id).execute();
    await expect.poll(() => heard).toEqual([handle]);
    await server.db
      .updateTable('forwardings')
      .set({ limit_reached_at: new Date() })
      .where('handle_id', '=', id)
      .execute();
    await server.db.deleteFrom('forwardings').where('handle_id', '=', id).execute();
    await expect.poll(() => heard).toEqual([handle, handle]);
    await client.end();
  });
});

describe('the contact form', () => {
  it('queues the message before it reports success, and never shows the inbox', async () => {
    const { handle, inbox } = await createFormPage(server, undefined, {
      contact: { title: 'Book me', note: 'No spam.' },
    });
    const page = await bob.open(handle, 'contact');
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(page.html).toContain('<h2 dir="auto">Book me</h2>');
    server.advance(5000);
    const sent = await bob.send(handle, 'contact', { form: page.token, ...MESSAGE });
    expect(sent.status).toBe(200);
    expect(sent.html).toContain('Your message is on its way');
    expect(sent.html).toContain(`href="/${handle}"`);
    expect(page.html + sent.html).not.toContain(inbox);
    expect(await queuedFor(handle)).toMatchObject([
      { recipient: '', key: `guest:${handle}`, sender: 'no-reply@mail.example', traffic: 'forwarded', attempts: 0 },
    ]);
  });

  it('shows every wrong field with its reason and keeps what was typed', async () => {
    const { handle } = await createFormPage(server);
    const message = 'x'.repeat(5001);
    const sent = await bob.fill(handle, 'contact', { name: ' ', email: 'bob@', message });
    expect(sent.status).toBe(400);
    expect(errorsIn(sent.html)).toEqual([
      'Please enter your name.',
      'Please enter a valid email address.',
      'Please use at most 5000 characters.',
    ]);
    expect(sent.html).toContain(`>${message}</textarea>`);
    expect(sent.html).toContain('value="bob@"');
    expect(await queuedFor(handle)).toEqual([]);
  });

  it('accepts a missing field as an empty one, and names a field that was sent twice', async () => {
    const { handle } = await createFormPage(server);
    const { token } = await bob.open(handle, 'contact');
    server.advance(5000);
    expect(errorsIn((await bob.send(handle, 'contact', { form: token })).html)).toHaveLength(3);
    const twice = `${new URLSearchParams({ form: token, ...MESSAGE })}&email=eve%40visitor.example`;
    const sent = await bob.send(handle, 'contact', twice);
    expect([sent.status, errorsIn(sent.html)]).toEqual([400, ['This field was sent twice. Please check it.']]);
    expect(await queuedFor(handle)).toEqual([]);
  });

  it('delivers a message that was sent twice once, and reports success both times', async () => {
    const { handle } = await createFormPage(server);
    const { token } = await bob.open(handle, 'contact');
    server.advance(5000);
    const sends = await Promise.all([1, 2, 3].map(() => bob.send(handle, 'contact', { form: token, ...MESSAGE })));
    expect(sends.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await queuedFor(handle)).toHaveLength(1);
  });

  it.each([
    ['the block is hidden', { hidden: true }],
    ['its time has not come', { shown_from: new Date('2100-01-01T00:00:00Z') }],
    ['its time has passed', { shown_until: new Date(Date.now() - HOUR) }],
  ])('the contact form is closed while %s', async (_, change) => {
    const { handle, id } = await createFormPage(server);
    const { token } = await bob.open(handle, 'contact');
    await server.db
      .updateTable('page_blocks')
      .set(change)
      .where('handle_id', '=', id)
      .where('type', '=', 'contact')
      .execute();
    expect((await bob.open(handle, 'contact')).status).toBe(404);
    const sent = await bob.send(handle, 'contact', { form: token, ...MESSAGE });
    expect([sent.status, sent.html.includes('This page takes no messages at the moment')]).toEqual([404, true]);
    expect(await queuedFor(handle)).toEqual([]);
    expect((await bob.open(handle, 'subscribe')).status).toBe(200);
  });

  it.each([
    ['forwarding is off', { is_active: false }],
    ['the inbox is paused', { paused_at: new Date(), pause_reason: 'inbox-gone' }],
    [
      'no inbox is verified',
      { address: null, address_key: null, pending_address: 'new@inbox.example', pending_key: 'new@inbox.example' },
    ],
  ])('the contact form is closed while %s', async (_, change) => {
    const { handle, id } = await createFormPage(server);
    const { token } = await bob.open(handle, 'contact');
    await server.db.updateTable('forwardings').set(change).where('handle_id', '=', id).execute();
    const page = await bob.open(handle, 'contact');
    expect([page.status, page.token]).toEqual([404, '']);
    expect((await bob.send(handle, 'contact', { form: token, ...MESSAGE })).status).toBe(404);
    expect(await queuedFor(handle)).toEqual([]);
  });

  it('the contact form does not exist at a page that is switched off, resting or unknown', async () => {
    const { handle, id } = await createFormPage(server);
    const status = async () => [
      (await bob.open(handle, 'contact')).status,
      (await bob.send(handle, 'contact', MESSAGE)).status,
    ];
    expect(await status()).toEqual([200, 400]);
    for (const change of [{ profile_page: false }, { profile_page: true, state: 'resting' as const }]) {
      await server.db.updateTable('handles').set(change).where('id', '=', id).execute();
      expect(await status()).toEqual([404, 404]);
    }
    expect((await bob.open('nobody-has-this', 'contact')).status).toBe(404);
    expect((await bob.open('%00', 'contact')).status).toBe(404);
  });

  it('refuses a visitor whom the handle has blocked', async () => {
    const { handle, id } = await createFormPage(server);
    await server.db.insertInto('forwarding_blocks').values({ handle_id: id, pattern: '@visitor.example' }).execute();
    const sent = await bob.fill(handle, 'contact', { ...MESSAGE, email: 'bob@mail.visitor.example' });
    expect([sent.status, sent.html.includes('does not accept messages from your address')]).toEqual([400, true]);
    expect((await bob.fill(handle, 'contact', { ...MESSAGE, email: 'bob@other.example' })).status).toBe(200);
  });
});
