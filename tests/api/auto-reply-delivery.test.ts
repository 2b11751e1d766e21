import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import type { Resolver } from '../../mail/host/runtime.ts';
import type { Transport } from '../../mail/host/transport.ts';
import type { OutgoingMessage } from '../../mail/message/outgoing-message.ts';
import { createQueueRunner } from '../../mail/queue-runner.ts';
import { createMailServers } from '../../mail/server.ts';
import { openMailHost } from '../../server/mail/host.ts';
import { mailOptions } from '../../server/mail/role.ts';
import { openPool } from '../../server/platform/db/database.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { LineClient } from '../smtp/dialogues/line-client.ts';
import { Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer({ MAIL_DOMAIN: 'mail.example', MAIL_HOSTNAME: 'mx.mail.example' });

/** SPF passes for this machine in every domain. */
const resolver: Resolver = {
  async resolve(name, type) {
    if (type === 'TXT' && !name.startsWith('_')) return [['v=spf1 ip4:127.0.0.1 -all']];
    throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
  },
};

it('delivers the reply of a handle to somebody who writes by SMTP, once, and shows it in the delivery log', async () => {
  const { db, config, clock } = server;
  const ann = new Person(server);
  await ann.claim('ann-of-the-hills', 'ann@account.example');
  const owner = (await ann.request('GET', '/api/user')).body.id;
  const paid = { handle: 'ann', account_id: owner, paid_until: new Date('2999-01-01'), display_name: 'Ann Hills' };
  const { id } = await db.insertInto('handles').values(paid).returning('id').executeTakeFirstOrThrow();
  const inbox = { handle_id: id, address: 'ann@inbox.example', address_key: 'ann@inbox.example', is_active: true };
  const forwarding = await db.insertInto('forwardings').values(inbox).returning('id').executeTakeFirstOrThrow();
  const away = { enabled: true, subject: 'Away, {name}', text: 'Back soon, {name}.', from: null, until: null };
  const saved = await ann.request('PUT', `/api/handles/${id}/auto-reply`, { ...away, every: 7, audience: 'everybody' });
  expect(saved.status).toBe(200);

  const sent: (OutgoingMessage & { bytes: Buffer })[] = [];
  const replied = Promise.withResolvers<void>();
  const transport: Transport = {
    async deliver(message, { onDot }) {
      onDot();
      const chunks: Buffer[] = [];
      for await (const chunk of message.body.open()) chunks.push(chunk);
      sent.push({ ...message, bytes: Buffer.concat(chunks) });
      if (sent.filter(isReply).length === 2) replied.resolve();
      return { kind: 'delivered', code: 250, text: '250 ok', final: true };
    },
    close: async () => {},
  };
  const pool = openPool(server.url);
  const log = createLog('silent', true);
  const parts = { config, db, pool, directUrl: server.url, clock, log, transport };
  const host = await openMailHost(parts);
  const options = { ...mailOptions(config, ['secret']), greetingDelay: 0 };
  const { transfer: smtp } = createMailServers({ ...host.ports, resolver }, options);
  const runner = createQueueRunner(host.ports, options, { poll: 20 });
  const { port } = await smtp.listen(0);
  runner.start();
  try {
    for (const name of ['carol', 'carol', 'dave']) await write(port, name);
    await replied.promise;
  } finally {
    await runner.stop();
    await smtp.close();
    await host.stop();
    await pool.end();
  }

  const replies = sent.filter(isReply).sort((one, other) => one.to.localeCompare(other.to));
  expect(replies.map(({ from, to }) => [from, to])).toEqual([
    ['', 'carol@senders.example'],
    ['', 'dave@senders.example'],
  ]);
  const reply = await PostalMime.parse(replies[0]?.bytes ?? '');
  expect(reply).toMatchObject({
    from: { name: 'Ann Hills', address: 'ann@mail.example' },
    subject: 'Away, carol',
    text: 'Back soon, carol.\n',
    inReplyTo: '<carol@senders.example>',
    to: [{ address: 'carol@senders.example' }],
  });
  const signature = reply.headers.find(({ key }) => key === 'dkim-signature')?.value;
  expect(signature).toContain('d=mail.example;');
  const { body } = await ann.request('GET', `/api/email-forwarding/${forwarding.id}/flights?direction=sent`);
  expect(body).toMatchObject([
    {
      recipient: 'dave@senders.example',
      sender: 'ann@mail.example',
      state: 'delivered',
      direction: 'sent',
      client: '',
    },
    { recipient: 'carol@senders.example', state: 'delivered' },
  ]);
});

const isReply = ({ to }: OutgoingMessage) => to.endsWith('@senders.example');

async function write(port: number, name: string): Promise<void> {
  const client = await LineClient.connect(port);
  const address = `${name}@senders.example`;
  await client.readLine();
  for (const command of ['HELO c.example', `MAIL FROM:<${address}>`, 'RCPT TO:<ann@mail.example>', 'DATA']) {
    client.send(`${command}\r\n`);
    expect(await client.readLine()).toMatch(/^[23]/);
  }
  client.send(`From: ${name} <${address}>\r\nTo: ann@mail.example\r\nMessage-ID: <${address}>\r\n\r\nHello\r\n.\r\n`);
  expect(await client.readLine()).toMatch(/^250 /);
  client.destroy();
}
