import { expect, it } from 'vitest';
import { deliverSystemEmail } from '../../mail/delivery/system-email.ts';
import { startMailServer } from './mail-server.ts';
import { until } from './queued.ts';

const EMAIL = {
  from: 'no-reply@handles.test',
  to: 'person@elsewhere.test',
  bytes: Buffer.from('From: a@b.c\r\n\r\nhi\r\n'),
};

it('queues a system email while the inbox delays its reply to the final dot, and settles it by the reply', async () => {
  await using server = await startMailServer();
  server.inbox.on('dot', 'hang', 1);
  expect(await deliverSystemEmail(server.host, EMAIL, 300)).toMatchObject({ kind: 'queued' });
  expect(server.queue.rows).toMatchObject([{ destination: EMAIL.to, lease: 30, recipient: '' }]);
  // The lease prevents other attempts until then.
  expect(await server.host.queue.claim(10, 10, 30)).toEqual([]);
  server.inbox.dropConnections();
  await until(() => server.queue.rows[0]?.attempts === 1);
  expect(server.queue.rows).toMatchObject([{ attempts: 1 }]);
});

it('returns whether a system email was delivered, refused or deferred', async () => {
  await using server = await startMailServer();
  expect(await deliverSystemEmail(server.host, EMAIL, 1000)).toMatchObject({ kind: 'delivered' });
  server.inbox.on('rcpt', '550 5.1.1 Nobody', 1);
  expect(await deliverSystemEmail(server.host, EMAIL, 1000)).toMatchObject({ kind: 'refused', enhanced: '5.1.1' });
  server.inbox.on('rcpt', '451 4.7.1 Later', 1);
  expect(await deliverSystemEmail(server.host, EMAIL, 1000)).toMatchObject({ kind: 'queued' });
  expect(server.queue.rows).toHaveLength(1);
});
