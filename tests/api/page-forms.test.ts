import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFormPage, errorsIn, FormVisitor } from '../support/api/page-form.ts';
import { startServer, type TestServer } from '../support/server/test-server.ts';

const MESSAGE = { name: 'Bob Jones', email: 'bob@visitor.example', message: 'Hello,\r\nare you free in May?' };
let server: TestServer;
let bob: FormVisitor;
beforeAll(async () => {
  server = await startServer({ MAIL_DOMAIN: 'mail.example' });
  bob = new FormVisitor(server);
});
afterAll(() => server?.stop());

/** The messages in the queue for a handle. */
const queuedFor = (handle: string) =>
  server.db.selectFrom('mail_recipients').selectAll().where('destination', '=', `${handle}@mail.example`).execute();

describe('the contact form', () => {
  it('queues the message before it says that it is on its way, and never shows the inbox', async () => {
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

  it('accepts a form without a field as one with an empty field, and names a field that was sent twice', async () => {
    const { handle } = await createFormPage(server);
    const { token } = await bob.open(handle, 'contact');
    server.advance(5000);
    expect(errorsIn((await bob.send(handle, 'contact', { form: token })).html)).toHaveLength(3);
    const twice = `${new URLSearchParams({ form: token, ...MESSAGE })}&email=eve%40visitor.example`;
    const sent = await bob.send(handle, 'contact', twice);
    expect([sent.status, errorsIn(sent.html)]).toEqual([400, ['This field was sent twice. Please check it.']]);
    expect(await queuedFor(handle)).toEqual([]);
  });

  it('delivers a message once that was sent twice, and both times says that it is on its way', async () => {
    const { handle } = await createFormPage(server);
    const { token } = await bob.open(handle, 'contact');
    server.advance(5000);
    const sends = await Promise.all([1, 2, 3].map(() => bob.send(handle, 'contact', { form: token, ...MESSAGE })));
    expect(sends.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await queuedFor(handle)).toHaveLength(1);
  });

  it.each([
    ['the block is hidden', { hidden: true }],
    ['its time has not come', { shown_from: new Date(Date.now() + 3_600_000) }],
    ['its time is over', { shown_until: new Date(Date.now() - 3_600_000) }],
  ])('is closed while %s', async (_, change) => {
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
    expect([sent.status, sent.html.includes('This page takes no messages now')]).toEqual([404, true]);
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
  ])('is closed while %s', async (_, change) => {
    const { handle, id } = await createFormPage(server);
    const { token } = await bob.open(handle, 'contact');
    await server.db.updateTable('forwardings').set(change).where('handle_id', '=', id).execute();
    const page = await bob.open(handle, 'contact');
    expect([page.status, page.token]).toEqual([404, '']);
    expect((await bob.send(handle, 'contact', { form: token, ...MESSAGE })).status).toBe(404);
    expect(await queuedFor(handle)).toEqual([]);
  });

  it('does not exist at a page that is switched off, resting or unknown', async () => {
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
