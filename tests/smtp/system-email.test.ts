import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { deliverSystemEmail } from '../../mail/system-email.ts';
import { startMailServer } from './mail-server.ts';

const LETTER = {
  from: 'no-reply@handles.test',
  to: 'person@elsewhere.test',
  bytes: Buffer.from('From: a@b.c\r\n\r\nhi\r\n'),
};

it('an inbox that is silent after the final dot holds nobody up: the letter is kept, and settled by the answer', async () => {
  await using server = await startMailServer();
  server.inbox.on('dot', 'hang', 1);
  expect(await deliverSystemEmail(server.ports, LETTER, 300)).toMatchObject({ kind: 'queued' });
  expect(server.queue.rows).toMatchObject([{ destination: LETTER.to, lease: 30, recipient: '' }]);
  // Nobody else may try it meanwhile.
  expect(await server.ports.queue.claim(10, 10, 30)).toEqual([]);
  server.inbox.dropConnections();
  for (const deadline = Date.now() + 3000; Date.now() < deadline && server.queue.rows[0]?.attempts !== 1; )
    await sleep(5);
  expect(server.queue.rows).toMatchObject([{ attempts: 1 }]);
});

it('a letter that left, is refused or must wait is told so', async () => {
  await using server = await startMailServer();
  expect(await deliverSystemEmail(server.ports, LETTER, 1000)).toMatchObject({ kind: 'delivered' });
  server.inbox.on('rcpt', '550 5.1.1 Nobody', 1);
  expect(await deliverSystemEmail(server.ports, LETTER, 1000)).toMatchObject({ kind: 'refused', enhanced: '5.1.1' });
  server.inbox.on('rcpt', '451 4.7.1 Later', 1);
  expect(await deliverSystemEmail(server.ports, LETTER, 1000)).toMatchObject({ kind: 'queued' });
  expect(server.queue.rows).toHaveLength(1);
});
